#include "json.hpp"

namespace mexbase::cli {

std::string to_line(const Json& object) {
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void add_value(Json& object, const Value& value) {
    switch (value.kind) {
        case ValueKind::nimber:
            object["nimber"] = nullptr;
            if (value.nimber.infinite)
                object["infinite"] = value.nimber.reached;
            else
                object["nimber"] = value.nimber.nimber;
            break;
        case ValueKind::obliged:
            object["obliged"] = to_string(value.obliged);
            break;
        case ValueKind::partizan_outcome: {
            const PartizanOutcome& result = value.partizan;
            object["class"] = to_string(result);
            object["left_first"] = std::string{winner(result, Player::left)};
            object["right_first"] = std::string{winner(result, Player::right)};
            object["left_remoteness"] = nullptr;
            object["right_remoteness"] = nullptr;
            if (has_remoteness(result.left.outcome)) object["left_remoteness"] = result.left.remoteness;
            if (has_remoteness(result.right.outcome)) object["right_remoteness"] = result.right.remoteness;
            break;
        }
        case ValueKind::canonical:
            object["class"] = std::string{letter(value.canonical.outcome())};
            object["canonical"] = value.canonical.text();
            if (const auto weight = value.canonical.atomic_weight()) object["atomic_weight"] = weight->text();
            object["fingerprint"] = value.canonical.fingerprint_text();
            break;
        default:
            object["outcome"] = to_string(value.outcome.outcome);
            object["remoteness"] = nullptr;
            if (has_remoteness(value.outcome.outcome)) object["remoteness"] = value.outcome.remoteness;
            if (value.outcome.outcome == Outcome::unknown) {
                object["cannot_win"] = value.cannot_win;
                object["cannot_lose"] = value.cannot_lose;
            }
    }
}

Json position_json(const std::string& position, std::optional<Index> index, const Value& value) {
    Json object;
    object["position"] = position;
    object["index"] = nullptr;
    if (index) object["index"] = *index;
    add_value(object, value);
    return object;
}

Json position_json(const AskedPosition& position, const Value& value) {
    return position_json(position.text, index_of(position), value);
}

std::optional<Index> index_of(const AskedPosition& position) {
    return position.index() == no_index ? std::nullopt : std::optional(position.index());
}

}  // namespace mexbase::cli
