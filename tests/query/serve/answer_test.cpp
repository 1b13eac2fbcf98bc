// SPDX-License-Identifier: MIT
#include "query/serve/answer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../../gen/jobs/tables.hpp"
#include "lib/time_limit.hpp"
#include "query/json/answers.hpp"
#include "query/serve/chess_moves.hpp"
#include "tests/sanitized.hpp"
#include "tests/scratch.hpp"

namespace mexbase::serve {
namespace answer_test {

using namespace test;

/// Returns a library of some tables, a damaged one and another file.
const Library& library() {
    static const Scratch scratch;
    static const Library all = [] {
        scratch.write("shares.mxb", make_table_bytes("fair-shares:n=6"));
        scratch.write("kayles.mxb", make_table_bytes("octal:code=0.77,max=50", job_of(ValueKind::nimber)));
        scratch.write("pairs.mxb", make_table_bytes("octal:code=0.137,max=50", job_of(ValueKind::obliged)));
        scratch.write("dominoes.mxb", make_table_bytes("toppling-dominoes:max=4", job_of(ValueKind::canonical)));
        scratch.write("square.mxb", make_table_bytes("square:max=50"));
        scratch.write("pawn.mxb", make_table_bytes("chess:KPK"));
        auto damaged = make_table_bytes("grundy:max=2000", job_of(ValueKind::nimber));
        for (std::size_t i = damaged.size() / 2; i < damaged.size(); ++i) damaged[i] ^= std::byte{0x55};
        scratch.write("secret-name.mxb", damaged);
        scratch.write("no-table.txt", "x");
        return Library::open(scratch.path()).value();
    }();
    return all;
}

/// An answer with its whole body.
struct Got {
    int status;
    std::string body;
    Answer answer;
    std::string header(const std::string& name) const {
        for (const auto& [key, value] : answer.headers)
            if (key == name) return value;
        return "";
    }
    Json json() const { return Json::parse(body, nullptr, false); }
};

Got ask(const Request& request, const Library& from = library()) {
    Got got{0, "", answer(request, from)};
    got.status = got.answer.status;
    got.body = got.answer.body;
    std::string more;
    while (got.answer.more && got.answer.more(more)) {
        EXPECT_FALSE(more.empty());
        got.body += more;
        more.clear();
    }
    return got;
}

Got get(const std::string& target, const std::string& method = "GET", const Library& from = library()) {
    Request request;
    request.method = method;
    request.target = target;
    return ask(request, from);
}

Got post(const std::string& target, const std::string& body, const std::string& type = "application/x-ndjson",
         const Library& from = library()) {
    Request request;
    request.method = "POST";
    request.target = target;
    request.headers = {{"content-type", type}};
    request.body = body;
    return ask(request, from);
}

TEST(Serve, AProbeIsWhatTheCommandPrints) {
    const Table table = library().table("fair-shares:n=6").value();
    for (const char* target :
         {"/v1/fair-shares:n=6?position=4+1+1", "/v1/fair-shares%3An%3d6?position=4%2B1%2b1&moves=0",
          "http://here/v1/fair-shares:n=6?play=normal&value=outcome&position=4+1+1"}) {
        const Got got = get(target);
        EXPECT_EQ(got.status, 200) << target << got.body;
        const Probed probed = probe_with_index(table, "4+1+1").value();
        EXPECT_EQ(got.body, to_line(position_json("4+1+1", probed.index, probed.value)) + '\n');
        EXPECT_EQ(got.header("Content-Type"), "application/json");
        EXPECT_EQ(got.header("Access-Control-Allow-Origin"), "*");
    }
    const std::string best = to_line(best_json(table, "4+1+1", Player::left, false)) + '\n';
    EXPECT_EQ(get("/v1/fair-shares:n=6/best?position=4+1+1").body, best);
    EXPECT_EQ(get("/v1/fair-shares:n=6?position=4+1+1&moves=1").body, best);
    EXPECT_EQ(get("/v1/fair-shares:n=6/line?position=start").body,
              to_line(line_json(table, "start", Player::left, most_line_moves, false)) + '\n');
    EXPECT_EQ(get("/v1/fair-shares:n=6/info").body, to_line(table_json(table, false)) + '\n');
    EXPECT_EQ(get("/v1/fair-shares:n=6?position=%234").json()["index"], 4);
    EXPECT_EQ(get("/v1/square:max=50/line?position=47&length=2").json()["line"].size(), 3u);
    EXPECT_EQ(get("/v1/toppling-dominoes:max=4/best?position=BW&first=right").status, 200);
}

TEST(Serve, APlusIsAPlusOrASpace) {
    EXPECT_EQ(get("/v1/octal:code=0.77,max=50?position=5+3").json()["position"], "5+3");
    const Got got = get("/v1/chess:KPK?position=8/8/8/5k2/8/8/1P6/K7+w+-+-");
    EXPECT_EQ(got.status, 200) << got.body;
    EXPECT_EQ(got.json()["position"], "8/8/8/5k2/8/8/1P6/K7 w - -");
}

TEST(Serve, ListsItsTablesAndNoFiles) {
    const Got got = get("/v1/tables");
    ASSERT_EQ(got.status, 200);
    std::vector<std::string> specs;
    const Json listed = got.json()["tables"];
    for (const Json& table : listed) specs.push_back(table["spec"]);
    EXPECT_NE(std::find(specs.begin(), specs.end(), "fair-shares:n=6"), specs.end());
    EXPECT_GE(specs.size(), 6u);
    EXPECT_EQ(got.body.find(".mxb"), std::string::npos);
    EXPECT_EQ(get("/health").json()["status"], "ok");
}

TEST(Serve, SumsArePlayedAsTheCommandPlaysThem) {
    const Table kayles = library().table("octal:code=0.77,max=50").value();
    Sum sum;
    sum.add(kayles, "5+3").value();
    sum.add(kayles, "4").value();
    EXPECT_EQ(get("/v1/sum?spec=octal:code=0.77,max=50&position=5+3&spec=octal:code=0.77,max=50&position=4").body,
              to_line(sum_json(sum)) + '\n');
    const std::string pair = "spec=octal:code=0.137,max=50&position=7";
    EXPECT_TRUE(get("/v1/sum?obliged=1&" + pair + "&" + pair).json().contains("obliged"));
    EXPECT_EQ(get("/v1/sum?obliged=1&begun=2&" + pair + "&" + pair).status, 200);
    EXPECT_EQ(get("/v1/sum?" + pair).status, 422);
    for (const char* wrong : {"", "?position=4", "?spec=x&spec=y", "?spec=octal:code=0.77,max=50",
                              "?spec=octal:code=0.77,max=50&position=4&obliged=2"})
        EXPECT_EQ(get(std::string("/v1/sum") + wrong).status, 400) << wrong;
    EXPECT_EQ(get("/v1/sum?obliged=1&begun=3&" + pair + "&" + pair).status, 400);
    std::string many = "/v1/sum?";
    for (int i = 0; i < 65; ++i) many += pair + '&';
    EXPECT_EQ(get(many).status, 400);
}

TEST(Serve, ManyPositionsAreAnsweredLineByLine) {
    const Got got = post("/v1/octal:code=0.77,max=50",
                         "\"5\"\r\n  7 \n\n{\"position\":\"5+3\"}\n{\"index\":9}\n\"\\u0035\"\nnonsense\n\"x\"\n"
                         "\"51\"\n{}\n[1]\n-1\n1.5\n{\"position\":5}\n\"\xff\"\n\"6\"");
    EXPECT_EQ(got.status, 200);
    EXPECT_EQ(got.header("Content-Type"), "application/x-ndjson");
    std::vector<Json> lines;
    std::istringstream in(got.body);
    for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
    ASSERT_EQ(lines.size(), 15u);
    EXPECT_EQ(lines[0], Json::parse(get("/v1/octal:code=0.77,max=50?position=5").body));
    EXPECT_EQ(lines[1]["index"], 7);
    EXPECT_EQ(lines[1]["position"], "#7");
    EXPECT_EQ(lines[2], Json::parse(get("/v1/octal:code=0.77,max=50?position=5+3").body));
    EXPECT_TRUE(lines[2]["index"].is_null());
    EXPECT_EQ(lines[3]["index"], 9);
    EXPECT_EQ(lines[4], lines[0]);
    for (const std::size_t bad : {5u, 8u, 9u, 10u, 11u, 12u, 13u}) EXPECT_EQ(lines[bad]["error"], "bad_usage") << bad;
    EXPECT_EQ(lines[6]["error"], "bad_position");
    EXPECT_EQ(lines[6]["position"], "x");
    EXPECT_TRUE(lines[7].contains("nimber") || lines[7]["error"] == "out_of_domain") << lines[7];
    EXPECT_EQ(lines[14]["index"], 6);
    const Got plain = post("/v1/octal:code=0.77,max=50", "5\n5+3\n\n7", "Text/Plain; charset=utf-8");
    EXPECT_EQ(plain.body, get("/v1/octal:code=0.77,max=50?position=5").body +
                              get("/v1/octal:code=0.77,max=50?position=5+3").body +
                              get("/v1/octal:code=0.77,max=50?position=7").body);
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50",
                   "\xef\xbb\xbf"
                   "5\r\n5+3\r\n\r\n7\r\n",
                   "text/plain")
                  .body,
              plain.body);
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50", "\xef\xbb\xbf\"5\"\r\n\"5+3\"\r\n7\r\n").body.substr(0, 60),
              plain.body.substr(0, 60));
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50", "").body, "");
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50", "1", "image/png").status, 415);
    std::string many(2 * most_positions, '\n');  // empty lines, which are not positions
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50", many).status, 200);
    for (std::size_t i = 0; i < many.size(); i += 2) many[i] = '1';
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50", many + "1\n").status, 413);
    EXPECT_EQ(post("/v1/octal:code=0.07,max=50", "1").status, 404);
    EXPECT_EQ(post("/v1/octal:code=0.77,max=50?position=4", "1").status, 400);
}

TEST(Serve, ManyPositionsOfAPeriodicTableAreThoseOfSingleProbes) {
    const Library golden = Library::open(std::string(MEXBASE_DATA) + "/golden").value();
    const Table kayles = golden.table("octal:code=0.77").value();
    ASSERT_TRUE(kayles.info().repetition());
    std::string asked, expected;
    for (const std::string text : {"18446744073709551615", "18446744073709551614", "5",
                                   "1000000000000000000000000000007", "3+1234567890123", "7"}) {
        asked += '"' + text + "\"\n";
        const Probed probed = probe_with_index(kayles, text).value();
        add_position_line(expected, text, probed.index, probed.value);
        expected += '\n';
    }
    EXPECT_EQ(post("/v1/" + kayles.info().spec, asked, "application/x-ndjson", golden).body, expected);
}

TEST(Serve, EveryGoldenTableHasAllItsValues) {
    const Library golden = Library::open(std::string(MEXBASE_DATA) + "/golden").value();
    std::size_t tables = 0;
    for (const LibraryFile& file : golden.files().value()) {
        if (file.fault) continue;
        ++tables;
        const Table table = Table::open(file.path).value();
        std::string asked, expected;
        for (Index i = 0; i < table.info().queryable_size; ++i) {
            if (!table.legal(i).value()) continue;
            const std::string text = table.text_of(i).value();
            asked += to_line(Json(text)) + '\n';
            add_position_line(expected, text, i, table.at(i).value());
            expected += '\n';
        }
        std::string target = "/v1/";
        for (const char c : file.spec) target += c == '/' ? std::string("%2F") : std::string(1, c);
        target += "?value=" + std::string(to_string(file.value)) + "&play=" + std::string(to_string(file.play));
        const Got got = post(target, asked, "application/x-ndjson", golden);
        EXPECT_EQ(got.status, 200) << target << got.body;
        EXPECT_TRUE(got.body == expected) << target;
    }
    EXPECT_GE(tables, 24u);
}

TEST(Serve, WhoHasAnAnswerIsToldSo) {
    const std::string target = "/v1/fair-shares:n=6?position=4+1+1";
    const std::string tag = get(target).header("ETag");
    ASSERT_GT(tag.size(), 18u);
    EXPECT_EQ(tag.front(), '"');
    EXPECT_EQ(get("/v1/fair-shares:n=6/info").header("ETag"), tag);
    EXPECT_NE(get("/v1/square:max=50?position=4").header("ETag"), tag);
    EXPECT_NE(get(target).header("Cache-Control").find("max-age"), std::string::npos);
    Request request;
    request.method = "GET";
    request.target = target;
    for (const std::string& known : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
        request.headers = {{"if-none-match", known}};
        const Got got = ask(request);
        EXPECT_EQ(got.status, 304) << known;
        EXPECT_EQ(got.body, "");
        EXPECT_EQ(got.header("ETag"), tag);
    }
    request.headers = {{"if-none-match", "\"other\", \"" + tag}};
    EXPECT_EQ(ask(request).status, 200);
    request.headers = {{"if-none-match", tag}};
    request.target = "/v1/fair-shares:n=6?position=7";
    EXPECT_EQ(ask(request).status, 400);
    EXPECT_EQ(ask(request).header("ETag"), "");
    EXPECT_EQ(ask(request).header("Cache-Control"), "no-store");
}

TEST(Serve, ErrorsAreJsonWithTheStatusThatFits) {
    const struct {
        const char* target;
        int status;
        const char* error;
    } cases[] = {
        {"/v1/fair-shares:n=6?position=7", 400, "bad_position"},
        {"/v1/fair-shares:n=6?position=%23999", 404, "out_of_domain"},
        {"/v1/fair-shares:n=6", 400, "bad_request"},
        {"/v1/fair-shares:n=6?position=4&position=5", 400, "bad_request"},
        {"/v1/fair-shares:n=6?postion=4+1+1", 400, "bad_request"},
        {"/v1/fair-shares:n=6?position=4+1+1&first=middle", 400, "bad_request"},
        {"/v1/fair-shares:n=6?position=4+1+1&value=x", 400, "bad_request"},
        {"/v1/fair-shares:n=6?position=4+1+1&play=x", 400, "bad_request"},
        {"/v1/fair-shares:n=6/line?position=start&length=10001", 400, "bad_request"},
        {"/v1/fair-shares:n=7?position=7", 404, "not_found"},
        {"/v1/fair-shares:n=6?position=4+1+1&value=nimber", 404, "not_found"},
        {"/v1/nobody:n=7?position=7", 400, "bad_spec"},
        {"/v1/fair-shares:m=7?position=7", 400, "bad_spec"},
        {"/v1/?position=7", 400, "bad_spec"},
        {"/v1/octal:code=0.77,max=50/line?position=4", 422, "not_applicable"},
        {"/v1/fair-shares:n=6/worst?position=4", 404, "not_found"},
        {"/v1/a/b/c", 404, "not_found"},
        {"/v1", 404, "not_found"},
        {"/", 404, "not_found"},
        {"/../../etc/passwd", 404, "not_found"},
        {"/v1/..%2F..%2Fetc%2Fpasswd?position=1", 400, "bad_spec"},
        {"/v1/%ff?position=1", 400, "bad_request"},
        {"/v1/x?position=%", 400, "bad_request"},
    };
    for (const auto& each : cases) {
        const Got got = get(each.target);
        EXPECT_EQ(got.status, each.status) << each.target << got.body;
        EXPECT_EQ(got.json()["error"], each.error) << each.target << got.body;
        EXPECT_TRUE(got.json()["message"].is_string());
        EXPECT_TRUE(got.answer.fault.empty());
    }
    // The same suggestion as on the command line, which names tables and no files.
    const std::string message = get("/v1/fair-shares:n=7?position=7").json()["message"];
    EXPECT_EQ(message, "the library has no table of \"fair-shares:n=7\"; did you mean fair-shares:n=6?");
    EXPECT_EQ(get("/v1/fair-shares:n=6", "DELETE").status, 405);
    EXPECT_EQ(get("/v1/tables", "POST").status, 405);
    EXPECT_NE(get("/v1/tables", "POST").header("Allow"), "");
    EXPECT_EQ(get("*", "OPTIONS").status, 204);
    EXPECT_NE(get("/v1/x", "OPTIONS").header("Access-Control-Allow-Methods"), "");
    EXPECT_EQ(get("/v1/fair-shares:n=6?position=4+1+1", "HEAD").status, 200);
}

TEST(Serve, WhatTakesTooLongIsAnError) {
    const TimeLimit over(TimeLimit::Clock::now());
    for (const std::string target :
         {"/v1/square:max=50/line?position=47", "/v1/square:max=50/best?position=47",
          "/v1/square:max=50?position=47&moves=1", "/v1/toppling-dominoes:max=4/best?position=BWBW",
          "/v1/sum?spec=octal:code=0.77,max=50&position=5",
          "/v1/sum?spec=toppling-dominoes:max=4&position=BW&spec=toppling-dominoes:max=4&"
          "position=WBB",
          "/v1/sum?obliged=1&spec=octal:code=0.137,max=50&position=9"}) {
        const Got got = get(target);
        EXPECT_EQ(got.status, 503) << target << got.body;
        EXPECT_EQ(got.json()["error"], "interrupted") << target;
        EXPECT_EQ(got.json()["message"], "the time limit for the answer has passed") << target;
        EXPECT_EQ(got.answer.fault, "");
    }
    for (const std::string path : {"/standard", "/standard/mainline"}) {
        const Got got = get(path + "?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_0_1");
        EXPECT_EQ(got.status, 503) << path;
        EXPECT_EQ(got.body, "the time limit for the answer has passed\n") << path;
    }
    // A lookup does not count as one.
    EXPECT_EQ(get("/v1/square:max=50?position=47").status, 200);
    EXPECT_EQ(get("/v1/toppling-dominoes:max=4?position=BWBW").status, 200);
    Request lines;
    lines.method = "POST";
    lines.target = "/v1/square:max=50";
    lines.body = "\n47\n";
    const Answer many = answer(lines, library());
    std::string body;
    // The last line reports it, and the body has no end.
    ASSERT_TRUE(many.more(body));
    EXPECT_EQ(body,
              "{\"line\":2,\"error\":\"interrupted\",\"message\":\"the time limit for the answer has passed\"}\n");
    EXPECT_THROW((void)many.more(body), Error);
}

TEST(Serve, SpecsDoNotReachTheFileSystem) {
    for (const char* spec : {"graph:file=%2Fetc%2Fpasswd", "col:board=%2Fdev%2Fzero", "graph:file=..%2Fpawn.mxb",
                             "snakes-and-adders:file=%2Fetc%2Fhostname", "col:board=CMakeLists.txt"}) {
        const Got got = get(std::string("/v1/") + spec + "?position=1");
        EXPECT_TRUE(got.status == 400 || got.status == 404) << spec << got.body;
        EXPECT_EQ(got.body.find("root"), std::string::npos) << got.body;
    }
}

TEST(Serve, ADamagedTableIsAnErrorThatNamesNoFile) {
    const Got got = post("/v1/grundy:max=2000", "1\n2\n\"1999\"");
    const Got one = get("/v1/grundy:max=2000?position=1999");
    EXPECT_TRUE(one.status == 500 || one.status == 404) << one.status << one.body;
    for (const std::string& body : {got.body, one.body, get("/v1/tables").body}) {
        EXPECT_EQ(body.find("secret"), std::string::npos) << body;
        EXPECT_EQ(body.find(std::filesystem::temp_directory_path().string()), std::string::npos) << body;
    }
}

// The fields and their meaning are those of lila-tablebase. Its README has this example: dtm 17, first move h8=Q+ with
// dtm -16. (There the other side has a pawn too.)
TEST(ServeChess, AnswersAsLichessDoes) {
    const Got got = get("/standard?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_0_1");
    ASSERT_EQ(got.status, 200) << got.body;
    const Json json = got.json();
    const Table table = library().table("chess:KPK").value();
    const Value value = table.probe("4k3/6KP/8/8/8/8/8/8 w - -").value();
    EXPECT_EQ(json["category"], "win");
    EXPECT_EQ(json["dtm"], value.outcome.remoteness);
    for (const char* key : {"dtz", "precise_dtz", "dtw", "dtc"}) EXPECT_TRUE(json.at(key).is_null()) << key;
    EXPECT_EQ(json["moves"][0]["conversion"], true);
    for (const char* key : {"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"})
        EXPECT_EQ(json.at(key), false) << key;
    const Json& first = json["moves"][0];
    EXPECT_EQ(first["uci"], "h7h8q");
    EXPECT_EQ(first["san"], "h8=Q+");
    EXPECT_EQ(first["category"], "loss");
    EXPECT_EQ(first["dtm"], -static_cast<int>(value.outcome.remoteness - 1));
    EXPECT_EQ(first["zeroing"], true);
    EXPECT_TRUE(first["dtz"].is_null());
    bool bishop = false;
    for (const Json& move : json["moves"])
        if (move["uci"] == "h7h8b") {
            bishop = true;
            EXPECT_EQ(move["insufficient_material"], true);
            EXPECT_EQ(move["category"], "draw");
            EXPECT_EQ(move["dtm"], 0);
        }
    EXPECT_TRUE(bishop);
    for (const char* same :
         {"/standard?fen=4k3/6KP/8/8/8/8/8/8%20w%20-%20-", "/standard?fen=4k3/6KP/8/8/8/8/8/8+w+-+-+0+1",
          "/standard?fen=4k3%2F6KP%2F8%2F8%2F8%2F8%2F8%2F8_w&source=analysis"})
        EXPECT_EQ(get(same).body, got.body) << same;
}

TEST(ServeChess, KnowsWhenPlayIsOver) {
    const Json mate = get("/standard?fen=7k/6Q1/6K1/8/8/8/8/8_b").json();
    EXPECT_EQ(mate["checkmate"], true);
    EXPECT_EQ(mate["category"], "loss");
    EXPECT_TRUE(mate["dtm"].is_null()) << "0 is a draw";
    EXPECT_EQ(mate["moves"], Json::array());
    const Json stalemate = get("/standard?fen=7k/5Q2/6K1/8/8/8/8/8_b").json();
    EXPECT_EQ(stalemate["stalemate"], true);
    EXPECT_EQ(stalemate["category"], "draw");
    EXPECT_EQ(get("/standard?fen=7k/8/6K1/8/8/8/8/8_b").json()["insufficient_material"], true);
    const Json mates = get("/standard?fen=7k/8/6K1/5Q2/8/8/8/8_w").json();
    EXPECT_EQ(mates["moves"][0]["checkmate"], true);
    EXPECT_EQ(mates["moves"][0]["category"], "loss");
    EXPECT_EQ(mates["dtm"], 1);
    const Json& last = mates["moves"].back();
    EXPECT_EQ(last["category"], "draw");
    bool stalemates = false;
    for (const Json& move : mates["moves"])
        stalemates = stalemates || (move["san"] == "Qf7" && move["stalemate"] == true);
    EXPECT_TRUE(stalemates);
}

TEST(ServeChess, FiftyMovesMakeAResultUncertain) {
    const std::string far = "/standard?fen=8/8/4k3/8/8/8/1Q6/K7_w_-_-_";
    const int dtm = get(far + "0_1").json()["dtm"];
    ASSERT_GT(dtm, 3);
    EXPECT_EQ(get(far + std::to_string(100 - dtm) + "_80").json()["category"], "win");
    EXPECT_EQ(get(far + std::to_string(101 - dtm) + "_80").json()["category"], "maybe-win");
    EXPECT_EQ(get(far + "100_80").json()["category"], "cursed-win");
    EXPECT_EQ(get(far + "100_80").json()["moves"][0]["category"], "blessed-loss");
    // A pawn move resets the count: the mate is certain again.
    EXPECT_EQ(get("/standard?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_99_80").json()["category"], "win");
    EXPECT_EQ(get("/standard?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_99_80").json()["moves"][0]["category"], "loss");
    // Unless a draw can be claimed before it is made.
    EXPECT_EQ(get("/standard?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_100_80").json()["category"], "cursed-win");
}

/// Returns a library with distances to an exit in chess, and the distances to mate if `mates`.
Library exits_library(const Scratch& scratch, bool mates) {
    const auto exits = make_game_from_files(stock_registry(), "chess:KPK", {}, 0, Distance::exit);
    scratch.write("exits.mxb", make_table_bytes(*exits));
    if (mates) scratch.write("mates.mxb", make_table_bytes("chess:KPK"));
    return Library::open(scratch.path()).value();
}

TEST(ServeChess, DistancesToZeroingMakeResultsExact) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const bool mates : {false, true}) {
        const Scratch scratch;
        const Library from = exits_library(scratch, mates);
        const auto ask_for = [&](const std::string& fen) { return get("/standard?fen=" + fen, "GET", from).json(); };
        const Json pawn = ask_for("4k3/6KP/8/8/8/8/8/8_w_-_-_0_1");
        EXPECT_EQ(pawn["dtz"], 1);
        EXPECT_EQ(pawn["precise_dtz"], 1);
        EXPECT_EQ(pawn["dtm"].is_null(), !mates);
        EXPECT_EQ(pawn["moves"][0]["uci"], "h7h8q");
        EXPECT_EQ(pawn["moves"][0]["zeroing"], true);
        EXPECT_EQ(pawn["moves"][0]["conversion"], true);
        EXPECT_LT(pawn["moves"][0]["dtz"], 0);
        EXPECT_EQ(ask_for("4k3/6KP/8/8/8/8/8/8_w_-_-_99_80")["category"], "win");
        EXPECT_EQ(ask_for("4k3/6KP/8/8/8/8/8/8_w_-_-_100_80")["category"], "cursed-win");
        const Json mate = ask_for("7k/6Q1/6K1/8/8/8/8/8_b_-_-_100_80");
        EXPECT_EQ(mate["dtz"], -1);
        EXPECT_EQ(mate["category"], "loss");
        const std::string far = "8/8/4k3/8/8/8/1Q6/K7_w_-_-_";
        const int dtz = ask_for(far + "0_1")["dtz"];
        EXPECT_EQ(ask_for(far + std::to_string(100 - dtz) + "_80")["category"], "win");
        EXPECT_EQ(ask_for(far + std::to_string(101 - dtz) + "_80")["category"], "cursed-win");
        const Json moves = ask_for(far + "0_1")["moves"];
        EXPECT_EQ(moves[0]["dtz"], 1 - dtz);
        const Json draw = ask_for("7k/8/6K1/8/8/8/8/8_b");
        for (const char* key : {"dtz", "precise_dtz", "dtm"}) EXPECT_EQ(draw[key], 0) << key;
        const Json line = get("/standard/mainline?fen=" + far + "0_1", "GET", from).json();
        EXPECT_EQ(line["dtz"], dtz);
        EXPECT_EQ(line["mainline"].size(), static_cast<std::size_t>(dtz));
        EXPECT_EQ(line["mainline"].back()["dtz"], -1);
        EXPECT_EQ(line["winner"], "w");
    }
}

TEST(ServeChess, UsesEachTableForThePositionsThatItHas) {
    const Scratch scratch;
    const auto queen = make_game_from_files(stock_registry(), "chess:KQK", {}, 0, Distance::exit);
    scratch.write("queen.mxb", make_table_bytes(*queen));
    scratch.write("rook.mxb", make_table_bytes("chess:KRK"));
    const Library from = Library::open(scratch.path()).value();
    const Json rook = get("/standard?fen=7k/8/4K3/8/8/8/8/6R1_w_-_-_0_1", "GET", from).json();
    EXPECT_EQ(rook["dtm"], 3) << rook;
    EXPECT_TRUE(rook["dtz"].is_null());
    const Json queens = get("/standard?fen=7k/8/4K3/8/8/8/8/6Q1_w_-_-_0_1", "GET", from).json();
    EXPECT_TRUE(queens["dtm"].is_null()) << queens;
    EXPECT_GT(queens["dtz"], 0);
    const Json bishop = get("/standard?fen=7k/8/4K3/8/8/8/8/6B1_w_-_-_0_1", "GET", from).json();
    EXPECT_TRUE(bishop["dtm"].is_null()) << "no table";
    EXPECT_EQ(bishop["category"], "draw") << "too little material";
    EXPECT_EQ(get("/standard/mainline?fen=7k/8/4K3/8/8/8/8/6B1_w_-_-_0_1", "GET", from).status, 404);
    const Json plain = get("/v1/chess?distance=exit&position=7k/8/4K3/8/8/8/8/6Q1+w+-+-", "GET", from).json();
    EXPECT_EQ(plain["to_exit"], queens["dtz"]);
    EXPECT_EQ(plain["dtz"], queens["dtz"]);
    EXPECT_FALSE(plain.contains("category"));
    EXPECT_EQ(get("/v1/chess?position=7k/8/4K3/8/8/8/8/6Q1+w+-+-+100+99", "GET", from).json()["category"],
              "cursed-win");
    EXPECT_FALSE(get("/v1/chess?position=7k/8/4K3/8/8/8/8/6R1+w+-+-", "GET", from).json().contains("dtz"));
    const std::string mated = "7k/6Q1/6K1/8/8/8/8/8 b - -";
    EXPECT_EQ(post("/v1/chess", mated, "text/plain", from).json()["dtz"], -1);
}

TEST(ServeChess, NoMoveWinsAfterAHundredPlies) {
    const Scratch scratch;
    const Library from = exits_library(scratch, true);
    for (const std::string fen : {"8/8/8/8/2K1P3/8/1k6/8_w_-_-_", "7k/5P2/6K1/8/8/8/8/8_w_-_-_"}) {
        EXPECT_EQ(get("/standard?fen=" + fen + "99_80", "GET", from).json()["moves"][0]["category"], "loss") << fen;
        EXPECT_EQ(get("/standard?fen=" + fen + "100_80", "GET", from).json()["moves"][0]["category"], "blessed-loss");
    }
}

TEST(ServeChess, MovesAreInTheOrderOfLichess) {
    const Scratch scratch;
    const Library from = exits_library(scratch, true);
    const Game& game = from.table("chess:KPK").value().game().value();
    int seen = 0;
    for (Index i = 5; i < game.size() && seen < 100; i += 3001) {
        if (!game.legal(i)) continue;
        ++seen;
        std::string fen = game.format(i);
        std::replace(fen.begin(), fen.end(), ' ', '_');
        const Json json = get("/standard?fen=" + fen + "_0_1", "GET", from).json();
        const Json& moves = json["moves"];
        if (moves.empty()) continue;
        // What a client does: the value of a position is that of its first move, seen from the other side.
        const int dtz = json["dtz"], best = moves[0]["dtz"].get<int>() * -1;
        if (json["category"] == "win") {
            EXPECT_EQ(moves[0]["category"], "loss") << fen;
            EXPECT_EQ(dtz > 0, best > 0) << fen;
        } else if (json["category"] == "draw") {
            EXPECT_EQ(best, 0) << fen;
        } else {
            EXPECT_EQ(moves[0]["category"], "win") << fen;
        }
        for (std::size_t m = 1; m < moves.size(); ++m) {
            const auto &a = moves[m - 1], &b = moves[m];
            if (a["category"] == "loss" && b["category"] == "loss") {
                EXPECT_GE(a["dtm"], b["dtm"]) << fen << " the soonest mate first";
            }
            if (a["category"] == "win" && b["category"] == "win") {
                EXPECT_GE(a["dtm"], b["dtm"]) << fen << " the latest mate first";
            }
        }
    }
    EXPECT_GE(seen, 90);
}

/// Returns a FEN for a request, with the count of `plies` since the last capture or pawn move.
std::string with_clock(const std::string& fen, std::uint64_t plies) {
    std::string text = fen + ' ' + std::to_string(plies) + " 1";
    std::replace(text.begin(), text.end(), ' ', '_');
    return text;
}

/// Returns true if `category` is one that the player to move wins or loses, and the rule of fifty moves does not
/// matter.
bool is_decided(const Json& category) {
    return category == "win" || category == "loss";
}

// A client written to docs/server.md: it takes the value of a position from its first move, and plays the main line.
TEST(ServeChess, AClientPlaysTheMainlineOfAHundredPositions) {
    const Scratch scratch;
    const Library from = exits_library(scratch, false);
    const Game& game = from.table("chess:KPK").value().game().value();
    int seen = 0, decided = 0;
    for (Index i = 5; i < game.size() && seen < 120; i += 2503) {
        if (!game.legal(i)) continue;
        ++seen;
        ChessPosition here = ChessPosition::parse(game.format(i));
        const Json line = get("/standard/mainline?fen=" + with_clock(here.text(), 0), "GET", from).json();
        Json asked = get("/standard?fen=" + with_clock(here.text(), 0), "GET", from).json();
        for (const char* key : {"dtz", "precise_dtz"}) EXPECT_EQ(line[key], asked["dtz"]) << here.text();
        if (!is_decided(asked["category"])) {
            EXPECT_EQ(asked["category"], "draw") << here.text();
            EXPECT_EQ(line["mainline"], Json::array()) << here.text();
            EXPECT_TRUE(line["winner"].is_null()) << here.text();
            continue;
        }
        ++decided;
        const bool white_wins = (asked["category"] == "win") != here.board.black_moves;
        EXPECT_EQ(line["winner"], white_wins ? "w" : "b") << here.text();
        for (const Json& step : line["mainline"]) {
            const Json& best = asked["moves"][0];
            const int dtz = asked["dtz"], seen_from_best = best["dtz"].get<int>() * -1;
            EXPECT_EQ(asked["category"] == "win", best["category"] == "loss") << here.text();
            if (best["zeroing"] == true || best["checkmate"] == true)
                EXPECT_EQ(dtz, seen_from_best > 0 ? 1 : -1) << here.text();
            else
                EXPECT_EQ(dtz, seen_from_best + (seen_from_best > 0 ? 1 : -1)) << here.text();
            const auto in_list = std::find_if(asked["moves"].begin(), asked["moves"].end(),
                                              [&](const Json& move) { return move["uci"] == step["uci"]; });
            ASSERT_NE(in_list, asked["moves"].end()) << here.text() << step;
            EXPECT_EQ((*in_list)["san"], step["san"]);
            EXPECT_EQ((*in_list)["dtz"], step["dtz"]);
            EXPECT_EQ((*in_list)["precise_dtz"], step["precise_dtz"]);
            EXPECT_EQ((*in_list)["category"], best["category"]) << here.text() << step << ": the line keeps the result";
            for (const ChessMove& move : legal_moves(here)) {
                if (move.uci != step["uci"]) continue;
                here = move.after;
                break;
            }
            asked = get("/standard?fen=" + with_clock(here.text(), here.clock), "GET", from).json();
            EXPECT_TRUE(is_decided(asked["category"])) << here.text();
        }
        EXPECT_EQ(asked["checkmate"], true) << here.text();
    }
    EXPECT_GE(seen, 100);
    EXPECT_GE(decided, 30);
}

TEST(ServeChess, HasAMainline) {
    const Json json = get("/standard/mainline?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_0_1").json();
    EXPECT_EQ(json["winner"], "w");
    EXPECT_EQ(json["mainline"].size(), json["dtm"].get<std::size_t>());
    EXPECT_EQ(json["mainline"][0]["uci"], "h7h8q");
    EXPECT_EQ(json["mainline"].at(json["mainline"].size() - 2)["dtm"], 1);
    EXPECT_TRUE(json["mainline"].back()["dtm"].is_null());
    EXPECT_NE(json["mainline"].back()["san"].get<std::string>().find('#'), std::string::npos);
    EXPECT_EQ(get("/standard/mainline?fen=7k/6Q1/6K1/8/8/8/8/8_b").json()["winner"], "w");
    const Json draw = get("/standard/mainline?fen=7k/8/6K1/8/8/8/8/8_b").json();
    EXPECT_TRUE(draw["winner"].is_null());
    EXPECT_EQ(draw["mainline"], Json::array());
}

// As in lila-tablebase, the players claim the draw as soon as the rule of fifty moves allows it.
TEST(ServeChess, TheMainlineStopsAtAHundredPlies) {
    for (const bool exits : {false, true}) {
        const Scratch scratch;
        const Library from = exits ? exits_library(scratch, true) : library();
        const auto line_of = [&](const std::string& fen, std::uint64_t clock) {
            return get("/standard/mainline?fen=" + with_clock(fen, clock), "GET", from).json();
        };
        const std::string far = "8/8/4k3/8/8/8/1Q6/K7 w - -";  // no pawn, so that only a mate ends the count
        const std::size_t whole = line_of(far, 0)["mainline"].size();
        ASSERT_GT(whole, 10u);
        for (const std::size_t left : {whole, whole - 1, std::size_t{3}, std::size_t{0}}) {
            const Json line = line_of(far, 100 - left);
            EXPECT_EQ(line["mainline"].size(), left);
            if (left == whole)
                EXPECT_EQ(line["winner"], "w") << "the mate comes with the hundredth ply";
            else
                EXPECT_TRUE(line["winner"].is_null()) << line;
            EXPECT_EQ(line["dtm"], line_of(far, 0)["dtm"]);
        }
        EXPECT_EQ(line_of(far, 120)["mainline"], Json::array());
        EXPECT_EQ(line_of("7k/6Q1/6K1/8/8/8/8/8 b - -", 120)["winner"], "w") << "already mate";
        // A pawn move resets the count.
        EXPECT_EQ(line_of("4k3/6KP/8/8/8/8/8/8 w - -", 99)["winner"], "w");
        EXPECT_TRUE(line_of("4k3/6KP/8/8/8/8/8/8 w - -", 100)["winner"].is_null());
    }
}

TEST(ServeChess, ErrorsArePlainTextWithTheStatusOfLichess) {
    const std::string first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_-_-_0_1";
    const struct {
        std::string target;
        int status;
    } cases[] = {
        {"/standard", 400},
        {"/standard/mainline", 400},
        {"/standard?fen=4k3/8/8/8/8/8/8/4K3&fen=4k3/8/8/8/8/8/8/4K3", 400},
        {"/standard?fen=rubbish", 400},
        {"/standard/mainline?fen=rubbish", 400},
        {"/standard?fen=4k3/8/8/8/8/8/8/4KK2_w", 400},
        {"/standard?fen=4k3/8/8/8/8/8/8/4K2P_w", 400},
        {"/standard?fen=4k3/8/8/8/8/8/8/4K3_w_-_-_many", 400},
        {"/standard/mainline?fen=" + first, 404},
        {"/standard/mainline?fen=4k3/8/8/8/8/8/8/R3K3_w_Q_-", 404},
        {"/standard/mainline?fen=4k3/8/8/8/8/8/8/RR2K3_w_-_-", 404},
    };
    for (const auto& each : cases) {
        const Got got = get(each.target);
        EXPECT_EQ(got.status, each.status) << each.target << got.body;
        EXPECT_EQ(got.header("Content-Type"), "text/plain; charset=utf-8") << each.target;
        EXPECT_EQ(got.header("Cache-Control"), "no-store") << each.target;
        EXPECT_EQ(got.header("Access-Control-Allow-Origin"), "*") << each.target;
        EXPECT_GT(got.body.size(), 10u) << each.target;
        EXPECT_EQ(got.body.find('{'), std::string::npos) << got.body;
        EXPECT_EQ(got.body.find('\n'), got.body.size() - 1) << got.body;
    }
    const Got wrong = post("/standard?fen=4k3/8/8/8/8/8/8/4K3_w", "");
    EXPECT_EQ(wrong.status, 405);
    EXPECT_EQ(wrong.header("Allow"), "GET, HEAD, OPTIONS");
    EXPECT_EQ(get("/standard?fen=4k3/6KP/8/8/8/8/8/8_w", "HEAD").status, 200);
    EXPECT_EQ(get("/atomic?fen=x").status, 404);
    EXPECT_EQ(get("/standard/other?fen=x").status, 404);
}

TEST(ServeChess, PositionsWithoutATableAreUnknown) {
    const Got got = get("/standard?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1");
    ASSERT_EQ(got.status, 200) << got.body;
    const Json first = got.json();
    EXPECT_EQ(first["category"], "unknown");
    ASSERT_EQ(first["moves"].size(), 20u);
    for (const char* key : {"dtz", "precise_dtz", "dtm", "dtw", "dtc"}) {
        EXPECT_TRUE(first.at(key).is_null()) << key;
        EXPECT_TRUE(first["moves"][0].at(key).is_null()) << key;
    }
    for (const Json& move : first["moves"]) EXPECT_EQ(move["category"], "unknown");
    // Mates, stalemates and too little material need no table.
    const Json fools = get("/standard?fen=rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR_b_KQkq_-_0_2").json();
    EXPECT_EQ(fools["category"], "win");
    EXPECT_EQ(fools["moves"][0]["san"], "Qh4#");
    EXPECT_EQ(fools["moves"][0]["category"], "loss");
    EXPECT_EQ(fools["moves"][1]["category"], "unknown");
    const Json late = get("/standard?fen=rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR_b_KQkq_-_100_80").json();
    EXPECT_EQ(late["category"], "unknown") << "another move might win";
    EXPECT_EQ(late["moves"].back()["category"], "blessed-loss") << "sorted after unknown";
    EXPECT_EQ(get("/standard?fen=4k3/8/8/8/8/8/8/B3K3_w").json()["category"], "draw");
    EXPECT_EQ(get("/standard?fen=4k3/8/8/8/8/8/8/NN2K3_w").json()["category"], "unknown");
    // A capture leads to the table of king and pawn against king.
    const Json takes = get("/standard?fen=8/8/7P/3k4/8/8/r7/1K6_w_-_-_0_1").json();
    EXPECT_EQ(takes["moves"][0]["san"], "Kxa2");
    EXPECT_EQ(takes["moves"][0]["category"], "loss");
    EXPECT_EQ(takes["category"], "win");
    EXPECT_TRUE(takes["dtm"].is_null());
    EXPECT_EQ(takes["moves"][0]["dtm"], get("/standard?fen=8/8/7P/3k4/8/8/K7/8_b_-_-_0_1").json()["dtm"]);
}

TEST(ServeChess, CastlesAndLosesTheRightTo) {
    const Scratch scratch;
    scratch.write("rook.mxb", make_table_bytes("chess:KRK"));
    const Library from = Library::open(scratch.path()).value();
    const Json json = get("/standard?fen=8/8/8/8/4k3/8/8/R3K3_w_Q_-_0_1", "GET", from).json();
    EXPECT_TRUE(json["dtm"].is_null()) << "tables have no castling rights";
    int castled = 0, known = 0;
    for (const Json& move : json["moves"]) {
        known += move["dtm"].is_null() ? 0 : 1;
        if (move["san"] != "O-O-O") continue;
        ++castled;
        EXPECT_EQ(move["uci"], "e1c1");
        EXPECT_EQ(move["zeroing"], false);
        EXPECT_EQ(move["conversion"], false);
        EXPECT_EQ(move["category"], "loss");
        EXPECT_EQ(move["dtm"], get("/standard?fen=8/8/8/8/4k3/8/8/2KR4_b_-_-_1_1", "GET", from).json()["dtm"]);
    }
    EXPECT_EQ(castled, 1);
    EXPECT_EQ(static_cast<std::size_t>(known), json["moves"].size()) << "each move of king or rook ends the right";
    EXPECT_EQ(json["category"], "win");
}

// Moves with the same result and distances: captures of better pieces first, then better promotions.
TEST(ServeChess, EqualMovesAreOrderedByTheirPieces) {
    const Json json = get("/standard?fen=3r1n1k/4P3/8/8/8/8/8/K6N_w_-_-_0_1").json();
    std::vector<std::string> first;
    for (const Json& move : json["moves"]) first.push_back(move["uci"]);
    ASSERT_GE(first.size(), 12u);
    first.resize(12);
    EXPECT_EQ(first, (std::vector<std::string>{"e7d8q", "e7d8r", "e7d8b", "e7d8n", "e7f8q", "e7f8r", "e7f8b", "e7f8n",
                                               "e7e8q", "e7e8r", "e7e8b", "e7e8n"}));
}

}  // namespace answer_test
}  // namespace mexbase::serve
