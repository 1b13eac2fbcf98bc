// SPDX-License-Identifier: MIT
#include "../read_board.hpp"
#include "lib/board/text/graph_file.hpp"

namespace mexbase::graphml_test {

std::string document(const std::string& graph, const std::string& keys = "", const std::string& edges = "directed") {
    return "<?xml version=\"1.0\"?>\n<graphml>" + keys + "<graph edgedefault='" + edges + "'>\n" + graph +
           "</graph></graphml>\n";
}
std::string graphml(const std::string& graph, const std::string& keys = "", const std::string& edges = "directed") {
    return sketch(parse_graph(document(graph, keys, edges), "f"));
}
std::string xml_error(const std::string& text) {
    return bad_file(parse_graph, text);
}

const std::string mark_keys =
    "<key id='b' for='node' attr.name='beyond' attr.type='boolean'><default>false</default></key>"
    "<key id='h' for='all' attr.name='home' attr.type='string'/>";
const std::string name_keys =
    "<key id='n' for='node' attr.name='name' attr.type='string'/><key id='l' for='node' attr.name='label' "
    "attr.type='string'/>";

TEST(GraphMl, VerticesStandInFileOrder) {
    EXPECT_EQ(graphml("<node id='z'/><edge source='b' target='z'/><node id='b'></node><node id='a'/>"
                      "<edge source='b' target='a'/><edge source='b' target='a'/>"),
              "z b>z,a,a a");
    EXPECT_EQ(graphml("<node id='a'/><node id='b'/><edge source='a' target='b'/>", "", "undirected"), "a>b b>a");
}

TEST(GraphMl, NamesComeFromNameOrLabelOrId) {
    EXPECT_EQ(graphml("<node id='1'><data key='l'>label</data><data key='n'>two words</data></node>"
                      "<node id='2'><data key='l'>label</data></node><node id='3'/><edge source='1' target='3'/>",
                      name_keys),
              "two words>3 label 3");
}

TEST(GraphMl, NamesAreTheWordsOfTheirText) {
    EXPECT_EQ(graphml("<node id='1'><data key='n'>\n two \t\r\nwords<!-- , and --> more\n</data></node>"
                      "<node id='2'><data key='n'/></node>",
                      name_keys),
              "two words more 2");
}

TEST(GraphMl, DefaultsHoldForWhatHasNoData) {
    EXPECT_EQ(graphml("<node id='1'><data key='l'></data></node><node id='2'/>",
                      "<key id='l' for='node' attr.name='label'><default>a label</default></key>"),
              "1 a label");
    EXPECT_EQ(sketch(parse_graph("<graphml><graph edgedefault='directed'><node id='1'/><edge source='1' target='1'/>"
                                 "</graph><key id='p' for='edge' attr.name='player'><default>left</default></key>"
                                 "<key id='h' for='node' attr.name='home'><default>1</default></key></graphml>",
                                 "f")),
              "1^>1:L")
        << "keys may follow";
}

TEST(GraphMl, MarksAreReadAsBooleansAndDefaults) {
    EXPECT_EQ(graphml("<node id='a'><data key='b'>true</data></node><node id='c'><data key='h'> true </data></node>"
                      "<node id='d'><data key='b'>0</data></node>",
                      mark_keys),
              "a! c^ d");
    EXPECT_EQ(graphml("<node id='a'/><node id='c'><data key='b'>false</data></node>",
                      "<key id='b' for='node' attr.name='beyond' attr.type='boolean'><default>1</default></key>"),
              "a! c");
    EXPECT_EQ(graphml("<node id='a'><data key='h'>true</data></node><node id='c'><data key='l'>b</data></node>",
                      "<key id='h' for='node' attr.name='Home' attr.type='boolean'/>"
                      "<key id='l' for='node' attr.name='Label' attr.type='string'/>"),
              "a^ b");
}

TEST(GraphMl, OtherAttributesAndXmlAreReadPast) {
    EXPECT_EQ(sketch(parse_graph(
                  "\xef\xbb\xbf<?xml version='1.0' encoding='UTF-8'?>\n<!-- a <comment> -->\n"
                  "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                  "<desc>maps &amp; <![CDATA[<more>]]></desc>"
                  "<key id='w' for='edge' attr.name='weight' attr.type='double'/>"
                  "<key id='y' for='node' yfiles.type='nodegraphics'/>"
                  "<graph id='G' edgedefault=\"directed\"><data key='w'>1</data>"
                  "<node id='a&lt;&#98;'><port name='p'/><data key='y'><y:Shape><y:Fill/></y:Shape></data></node>"
                  "<node id='caf&#xE9;'/>"
                  "<edge source='a&lt;b' target='caf&#233;' sourceport='p'><data key='w'>x</data></edge>"
                  "</graph></graphml>",
                  "f")),
              "a<b>café café");
}

TEST(GraphMl, ErrorsNameTheLine) {
    EXPECT_EQ(xml_error(document("<node id='a'/>\n<edge source='a'\n target='q'/>")),
              "f:4: an edge ends at \"q\", which is not a node");
    EXPECT_EQ(xml_error(document("<node id='a'/>\n<node id='a'/>")), "f:4: two nodes have the id \"a\"");
    EXPECT_EQ(xml_error(document("")), "f: the graph has no vertex");
    EXPECT_EQ(xml_error("<graphml></graphml>"), "f: the file has no <graph> inside <graphml>");
    EXPECT_EQ(xml_error("<?xml version='1.0'?><svg></svg>"), "f:1: expected one <graphml>, got \"svg\"");
    EXPECT_EQ(xml_error("<graphml><graph></graph></graphml>"), "f:1: <graph> has no attribute \"edgedefault\"");
    EXPECT_EQ(xml_error(document("<node/>")), "f:3: <node> has no attribute \"id\"");
    EXPECT_EQ(xml_error(document("<node id='a'/><edge source='a'/>")), "f:3: <edge> has no attribute \"target\"");
    EXPECT_EQ(xml_error(document("<node id='a'>")), "f:3: the element \"node\" is not closed");
    EXPECT_EQ(xml_error("<graphml>"), "f:1: the element \"graphml\" is not closed");
    EXPECT_EQ(xml_error(document("<node id='a' id='b'/>")), "f:3: this is not XML: duplicate attribute");
    EXPECT_EQ(xml_error(document("<node id=a/>")), "f:3: this is not XML: not well-formed (invalid token)");
    EXPECT_EQ(xml_error(document("<node id='&nbsp;'/>")), "f:3: this is not XML: undefined entity");
    EXPECT_EQ(xml_error(document("<node id='a'><data key='x'>1</data></node>")), "f:3: no <key> has the id \"x\"");
    EXPECT_EQ(xml_error(document("<node id='a'><data key='b'>perhaps</data></node>", mark_keys)),
              "f:3: beyond must be true or false, not \"perhaps\"");
    EXPECT_EQ(xml_error(document("<node id='a'><data key='n'>old <b>stone</b> hut</data></node>", name_keys)),
              "f:3: <data> must contain only text, but has an element \"b\"");
    EXPECT_EQ(xml_error(document("<hyperedge/>")), "f:3: the graph has a <hyperedge>, which is not supported");
    EXPECT_EQ(xml_error(document("<node id='a'><graph edgedefault='directed'/></node>")),
              "f:3: expected only one <graph>, directly inside <graphml>");
    EXPECT_EQ(xml_error("<graphml>\n<!-- "), "f:2: this is not XML: unclosed token");
    EXPECT_EQ(xml_error(std::string("<graphml>\n") + '\0'), "f:2: this is not XML: not well-formed (invalid token)");
    EXPECT_EQ(xml_error(document("<node id='\xff'/>")), "f:3: this is not XML: it is not in UTF-8");
    EXPECT_EQ(xml_error(document("<node id='a'/>\n<node id='b'><data key='n'>\xe9</data></node>", name_keys)),
              "f:4: this is not XML: it is not in UTF-8");
    EXPECT_EQ(xml_error(document("<node id='a'/>\n<node id='c'><data key='b'>1</data><data key='h'>1</data></node>",
                                 mark_keys)),
              "f:4: vertex \"c\" is marked both beyond and home");
    EXPECT_EQ(xml_error("<graphml"), "f:1: this is not XML: unclosed token");
}

TEST(GraphMl, NamespacePrefixesAreReadPast) {
    EXPECT_EQ(sketch(parse_graph("<?xml version='1.0'?><gml:graphml xmlns:gml='http://graphml.graphdrawing.org/xmlns'>"
                                 "<gml:key id='h' for='node' attr.name='home'><gml:default>0</gml:default></gml:key>"
                                 "<gml:graph edgedefault='directed'><gml:node id='x'/><gml:node id='y'>"
                                 "<gml:data key='h'>1</gml:data></gml:node><gml:edge source='x' target='y'/>"
                                 "</gml:graph></gml:graphml>",
                                 "f")),
              "x>y y^");
}

TEST(GraphMl, DocumentTypesAreReadPast) {
    const std::string rest = document("<node id='a&amp;b&#99;'/>").substr(22);
    for (const char* type : {"<!DOCTYPE graphml>", "<!DOCTYPE graphml SYSTEM \"http://example.org/graphml.dtd\">",
                             "<!DOCTYPE graphml PUBLIC '-//x//y' 'file:///etc/passwd'>",
                             "<!DOCTYPE graphml [ <!-- > --> <!ELEMENT graphml ANY> <?p?> ]>"})
        EXPECT_EQ(sketch(parse_graph("<?xml version='1.0'?>\n" + std::string(type) + rest, "f")), "a&bc") << type;
    EXPECT_EQ(xml_error("<!DOCTYPE graphml [\n<!ENTITY % a SYSTEM 'file:///etc/passwd'>\n%a;]><graphml/>"),
              "f:2: the document type declares the entity \"a\", which is not supported: remove it");
    EXPECT_EQ(xml_error("<!DOCTYPE graphml [<!ATTLIST node id CDATA 'x'>]><graphml/>"),
              "f:1: the document type declares the attribute \"id\" of <node>, which is not supported: remove it");
    const std::string type = "<!DOCTYPE graphml SYSTEM 'graphml.dtd'>";
    EXPECT_EQ(xml_error(type + document("<node id='a&who;b'/>").substr(22)), "f:2: the entity \"who\" is not defined");
    EXPECT_EQ(xml_error(type + document("<node id='a'><data key='n'>x&who;</data></node>", name_keys).substr(22)),
              "f:2: the entity \"who\" is not defined");
}

std::string drawn_node(const std::string& id, const std::string& labels) {
    return "<node id='" + id + "'><data key='g'><y:ShapeNode><y:Fill color='red'/>" + labels +
           "<y:Shape type='oval'/></y:ShapeNode></data></node>";
}

TEST(GraphMl, LabelsOfYedNameVertices) {
    const std::string keys =
        "<key id='g' for='node' yfiles.type='nodegraphics'/><key id='e' for='edge' "
        "yfiles.type='edgegraphics'/>";
    EXPECT_EQ(graphml(drawn_node("n0",
                                 "<y:NodeLabel x='1'>the\nold mill<y:LabelModel><y:Smart>3</y:Smart>"
                                 "</y:LabelModel></y:NodeLabel><y:NodeLabel>second</y:NodeLabel>") +
                          drawn_node("n1", "<y:NodeLabel hasText='false'/>") +
                          "<edge source='n0' target='n1'><data key='e'><y:Line><y:EdgeLabel>7</y:EdgeLabel>"
                          "<y:NodeLabel>no</y:NodeLabel></y:Line></data></edge>",
                      keys),
              "the old mill>n1 n1");
    EXPECT_EQ(graphml(drawn_node("n0",
                                 "<x:List><y:Label><y:Label.Text><![CDATA[ford]]></y:Label.Text></y:Label>"
                                 "</x:List>"),
                      keys),
              "ford");
    EXPECT_EQ(graphml(drawn_node("n0", "<y:NodeLabel>x</y:NodeLabel><node id='q'/><data key='l'>?</data>") +
                          "<node id='n1'><data key='l'>label</data><data key='g'><y:NodeLabel>y</y:NodeLabel></data>"
                          "<port name='p'><data key='g'><y:NodeLabel>z</y:NodeLabel></data></port></node>",
                      keys + name_keys),
              "x label");
}

TEST(GraphMl, VerticesOfOneNameAreNamedByTheirIds) {
    const auto node = [](const std::string& id, const std::string& label) {
        return "<node id='" + id + "'><data key='l'>" + label + "</data></node>\n";
    };
    std::string warning;
    const Board board =
        parse_graph(document(node("1", "x") + node("2", "y") + node("3", "x"), name_keys), "f", &warning);
    EXPECT_EQ(sketch(board), "1 y 3");
    EXPECT_EQ(warning,
              "f:5: the name \"x\" is that of the vertex in line 3 too: vertices of the same name are named by their "
              "ids");
    EXPECT_EQ(graphml(node("1", "x") + node("2", "1") + node("3", "x") + node("4", "z"), name_keys), "1 2 3 4")
        << "an id is a label too";
    EXPECT_EQ(graphml(node("1", "2") + node("2", ""), name_keys), "1 2");
    EXPECT_EQ(graphml(node("1", "2") + node("2", "1"), name_keys), "2 1");
    parse_graph(document(node("1", "x"), name_keys), "f", &warning);
    EXPECT_EQ(warning, "");
}

TEST(GraphMl, BooleansAndPlayersAreReadInAnyCase) {
    EXPECT_EQ(graphml("<node id='a'><data key='h'>True</data></node><node id='b'><data key='h'>YES</data></node>"
                      "<node id='c'><data key='h'>False</data></node><node id='d'><data key='b'>no</data></node>",
                      mark_keys),
              "a^ b^ c d");
    EXPECT_EQ(graphml("<node id='a'/><node id='b'/><edge source='a' target='b'><data key='p'>Left</data></edge>"
                      "<edge source='b' target='a'><data key='p'>RIGHT</data></edge>",
                      "<key id='p' for='edge' attr.name='player'/>"),
              "a>b:L b>a:R");
}

TEST(GraphMl, UndirectedEdgesOfADirectedGraphAreTwoArcs) {
    const std::string nodes = "<node id='a'/><node id='b'/><node id='c'/>";
    const std::string mixed =
        "<edge source='a' target='b' directed='false'/><edge source='c' target='a' "
        "directed='true'/><edge source='c' target='c' directed='false'/>";
    EXPECT_EQ(graphml(nodes + mixed, "", "directed"), "a>b b>a c>a,c");
    EXPECT_EQ(graphml(nodes + mixed, "", "undirected"), "a>b b>a c>a,c");
    EXPECT_TRUE(parse_graph(document(nodes + mixed, "", "undirected"), "f").directed());
    EXPECT_EQ(bad_file(parse_simple_graph, document(nodes + mixed, "", "undirected")),
              "f:2: the graph is directed, but must be undirected");
    const std::string plain = "<edge source='a' target='b' directed='false'/>";
    EXPECT_EQ(parse_graph(document(nodes + plain), "f"), parse_graph(document(nodes + plain, "", "undirected"), "f"));
    EXPECT_EQ(graphml("<node id='a'/><edge source='a' target='a'/>", "", "undirected"), "a>a");
    EXPECT_EQ(xml_error(document("<node id='a'/><edge directed='maybe' source='a' target='a'/>")),
              "f:3: directed must be true or false, not \"maybe\"");
}

TEST(GraphMl, KeysMayStandInTheGraphAndHaveNoNameButTheirId) {
    EXPECT_EQ(graphml("<key id='h' for='node' attr.name='home'/><node id='a'><data key='h'>1</data></node>"), "a^");
    EXPECT_EQ(graphml("<node id='a'><data key='home'>1</data></node>", "<key id='home' for='node'/>"), "a^");
}

TEST(GraphMl, NothingStandsOutsideTheDocumentElement) {
    const std::string good = document("<node id='a'/>");  // ends in line 4
    EXPECT_EQ(sketch(parse_graph(good + " \t\r\n<!-- a comment -->\n<?and more?>\n", "f")), "a");
    EXPECT_EQ(xml_error(good + "junk"), "f:4: this is not XML: junk after document element");
    EXPECT_EQ(xml_error(good + "\n \n x"), "f:6: this is not XML: junk after document element");
    EXPECT_EQ(xml_error(good + "<!-- one\ntwo -->&amp;"), "f:5: this is not XML: not well-formed (invalid token)");
    EXPECT_EQ(xml_error(good + "\n<![CDATA[]]>"), "f:5: this is not XML: junk after document element");
    EXPECT_EQ(xml_error("<?xml version='1.0'?>\nx" + good), "f:2: this is not XML: not well-formed (invalid token)");
    EXPECT_EQ(xml_error("<graphml/>x"), "f:1: this is not XML: junk after document element");
    EXPECT_EQ(xml_error(good + "<graphml/>"), "f:4: this is not XML: junk after document element");
}

TEST(GraphMl, TextIsUtf8WhateverItsDeclarationSays) {
    EXPECT_EQ(sketch(parse_graph("<?xml version='1.0' encoding='windows-1252'?><graphml><graph edgedefault='directed'>"
                                 "<node id='café'/></graph></graphml>",
                                 "f")),
              "café");
    EXPECT_EQ(sketch(parse_graph("<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph edgedefault='directed'>"
                                 "<node id='caf\xe9'/></graph></graphml>",
                                 "f")),
              "café")
        << "unless it is not in UTF-8";
}

TEST(GraphMl, HostileDepthIsRefused) {
    std::string deep = "<graphml>";
    for (int i = 0; i < 100000; ++i) deep += "<a>";
    EXPECT_EQ(xml_error(deep), "f:1: elements are nested more than 32 deep");
    EXPECT_EQ(xml_error("<!DOCTYPE a [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>\n<graphml>&b;</graphml>"),
              "f:1: the document type declares the entity \"a\", which is not supported: remove it");
    const std::string long_default =
        "<key id='n' for='node' attr.name='name'><default>" + std::string(1'000'000, 'x') + "</default></key>";
    std::string nodes;
    for (int i = 0; i < 30'000; ++i) nodes += "<node id='" + std::to_string(i) + "'><data key='n'>y</data></node>";
    EXPECT_EQ(parse_graph(document(nodes, long_default), "f").vertex_count(), 30'000U) << "the default is not copied";
    EXPECT_NE(xml_error(document("<node id='a'/>", long_default)).find("is longer than 1000 bytes"), std::string::npos);
}

const std::string player_key = "<key id='p' for='edge' attr.name='player' attr.type='string'/>";
const std::string two_nodes = "<node id='a'/><node id='b'/>";
std::string owned_edge(const std::string& player) {
    return "<edge source='a' target='b'><data key='p'> " + player + "\n</data></edge>";
}

TEST(GraphMl, EdgesBelongToThePlayerWhomTheyName) {
    EXPECT_EQ(graphml(two_nodes + owned_edge("left") + owned_edge("right") + owned_edge("both") +
                          "<edge source='b' target='a'/>",
                      player_key),
              "a>b:L,b:R,b b>a");
    EXPECT_EQ(graphml(two_nodes + owned_edge("right") + "<edge source='b' target='a'/>",
                      "<key id='p' attr.name='player'><default>left</default></key>"),
              "a>b:R b>a:L")
        << "a key without for is for all things";
    EXPECT_EQ(xml_error(document(two_nodes + owned_edge("left"), "<key id='p' for='node' attr.name='player'/>")),
              "f:3: key \"p\" gives the player of an edge, but is not declared with for=\"edge\"");
    // Ids that this reader might think of itself are free for others.
    EXPECT_EQ(graphml("<node id='a'><data key='player'>b</data></node><node id='b'><data key='player'>a</data></node>" +
                          owned_edge("left"),
                      player_key + "<key id='player' for='node' attr.name='name'/>"),
              "b>a:L a");
}

TEST(GraphMl, WrongPlayersAreNamedWithTheirLine) {
    EXPECT_EQ(xml_error(document(two_nodes + "\n" + owned_edge("blue"), player_key)),
              "f:4: player must be left, right or both, not \"blue\"");
    EXPECT_EQ(xml_error(document(two_nodes + owned_edge(""), player_key)),
              "f:3: player must be left, right or both, not \"\"");
    EXPECT_EQ(xml_error(document(two_nodes, "\n<key id='p' for='edge' attr.name='player'><default>me</default></key>")),
              "f:3: player must be left, right or both, not \"me\"");
    EXPECT_EQ(xml_error(document(two_nodes + owned_edge("left"), player_key, "undirected")),
              "f:3: an edge has player=left, but only the edges of a directed graph can belong to a player");
    EXPECT_EQ(xml_error(document(two_nodes + owned_edge("left"))), "f:3: no <key> has the id \"p\"");
}

}  // namespace mexbase::graphml_test
