// SPDX-License-Identifier: MIT
// Output of `mexquery value` for games in notation.
#include <sys/resource.h>

#include "program.hpp"

namespace mexbase::test {
namespace value_command_test {

#ifdef MEXBASE_SANITIZED  // frames are many times larger
constexpr rlim_t little_stack = rlim_t{16} << 20;
#else
constexpr rlim_t little_stack = rlim_t{1} << 20;
#endif

class ValueCommand : public Programs {
  protected:
    Ran value(std::vector<std::string> words, const std::string& input = "") {
        words.insert(words.begin(), "value");
        // A small stack, so that a million levels of recursion would overflow it.
        return run(scratch, "mexquery", words, input, [] {
            const rlimit stack{little_stack, little_stack};
            setrlimit(RLIMIT_STACK, &stack);
        });
    }
    json of(const std::string& text) { return parsed(value({"--json", text})); }
};

TEST_F(ValueCommand, PrintsCanonicalFormsAndWhatIsKnownOfThem) {
    const std::string switches = "{1|{-1|-1}}: {1|-1*}  (class N, mean 0, temperature 1, stops 1 and -1, birthday 3)\n";
    EXPECT_EQ(value({"{1|{-1|-1}}"}).out, switches);
    EXPECT_EQ(value({"{0|*}+*"}).out,
              "{0|*}+*: ^*  (class N, atomic weight 1, mean 0, temperature 0, stops 0 and 0, birthday 2)\n");
    EXPECT_EQ(value({"-1/4"}).out,
              "-1/4: -1/4  (class R, mean -1/4, temperature -1/4, stops -1/4 and -1/4, birthday 3)\n");
}

TEST_F(ValueCommand, FormsArePrintedAsCGSuiteWritesThem) {
    const std::vector<std::pair<std::string, std::string>> forms = {
        {"{|}", "0"},       {"{{|}|{{|}|{|}}}", "^"},  {"^2*", "^^*"},
        {"{0|v*}", "^<2>"}, {"{0|{0|-1}}", "Tiny(1)"}, {"{1,{2|0}|-1,{0|-2}}", "+-{1,{2|0}}"},
        {"+-1+1-+-1", "1"}, {"{0,*|0,*}", "*2"},       {"1/2+v+*", "1/2v*"},
    };
    for (const auto& [text, form] : forms) {
        EXPECT_EQ(of(text)["canonical"], form) << text;
        EXPECT_EQ(of(form)["canonical"], form);
    }
}

TEST_F(ValueCommand, JsonHasTypedFields) {
    const json up = of("{0|*}");
    expect_fields(up, {{"text", "{0|*}"},
                       {"class", "L"},
                       {"atomic_weight", "1"},
                       {"birthday", 2},
                       {"fingerprint", "4dfecc55bd76caed"}});
    const json hot = of("{2|-1/2}");
    expect_fields(hot, {{"mean", "3/4"}, {"temperature", "5/4"}, {"left_stop", "2"}, {"right_stop", "-1/2"}});
    EXPECT_FALSE(hot.contains("atomic_weight"));
}

TEST_F(ValueCommand, WhatIsOutOfBoundsIsLeftOut) {
    const json large = of("5000000000");
    EXPECT_EQ(large["canonical"], "5000000000");
    EXPECT_FALSE(large.contains("birthday")) << "it is more than 32 bits hold";
    EXPECT_FALSE(large.contains("fingerprint")) << "it would take as many steps";
    std::string tower = "0";
    for (int n = 1; n < 200; ++n) tower = "{" + std::to_string(n) + "|" + tower + "}";
    const Ran ran = value({"--json", tower});
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_FALSE(json::parse(ran.out).contains("mean")) << "its denominator is 2 to the power of 199 or so";
    EXPECT_EQ(json::parse(ran.out)["class"], "L");
}

TEST_F(ValueCommand, LinesOfStandardInputAreRead) {
    const Ran ran = value({}, "*2\r\n\n1/3\n^\n");
    EXPECT_TRUE(ran.out.starts_with("*2: *2  (class N,")) << ran.out;
    expect_contains(ran.out, "\n^: ^  (class L,");
    expect_refusal(ran, 2, "standard input:3: \"1/3\": the denominator at character 3 is not a power of two");
    EXPECT_EQ(lines_of(value({"1/3", "*", "up"}).err).size(), 2U);
}

TEST_F(ValueCommand, HostileNotationGetsOneLine) {
    for (const char* text : {"{|", "{", "}", "|", "", " ", "up", "1/0", "1/3", "*1024", "^[65]", "{0|0}x", "+-", "-",
                             "99999999999999999999", "\x01", "{0|1|2}", "{1}", "^10000"})
        expect_refusal(value({text}), 2, "");
    const std::string open(1'000'000, '{');
    expect_refusal(value({}, open), 2, "nested more than 2000 deep");
    const std::string close(500'000, '}');
    expect_refusal(value({}, open.substr(500'000) + "|" + close), 2, "nested more than 2000 deep");
    expect_refusal(value({}, std::string(500'000, '(') + "0"), 2, "nested more than 2000 deep");
    expect_refusal(value({}, open + open), 2, "longer than 2^20 characters");
}

TEST_F(ValueCommand, TwoThousandDeepNeedsLittleStack) {
    std::string hot = "0", small = "*", tiny = "{3|1}";
    for (int n = 0; n < 1990; ++n) {
        hot = "{1|" + hot + "}";
        small = n % 2 == 0 ? "{0|" + small + "}" : "{" + small + "|0}";
        if (n % 3 == 0) tiny = std::to_string(2000 - n) + "Tiny({" + std::to_string(3000 - n) + "|" + tiny + "})";
    }
    for (const std::string& text : {hot, small, tiny}) {
        const Ran ran = value({}, text);
        EXPECT_EQ(ran.status, 0) << ran.err;
        EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'), 1);
    }
}

}  // namespace value_command_test
}  // namespace mexbase::test
