#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Nothing but the functions by which solvers and users read rules is compiled for each game: per_game.sh SOURCE_DIR LIBRARY…
# Fails if a library has a function template over a class of lib/games that is not named here.
set -euo pipefail
source=$1
shift
# rules_of.hpp, game_of.hpp, registry.hpp and the adaptor of games, what they inline of ruleset.hpp, and what games call with functions of their own.
allowed='mexbase::(RulesOf|GameOf|Conjoined)<|mexbase::(family_of|make_game_of|for_each_position|option_count)<'
allowed+='|mexbase::Words::for_each<|mexbase::for_each_(vertex|break)<'
# query/chess may name one game: it asks whether a table is one of chess.
allowed+='|mexbase::rules_tag<mexbase::Chess>'
classes=$(grep -rhoE '^(class|struct) [A-Z][A-Za-z]*' "$source/lib/games" --include='*.hpp' | awk '{print $2}' | sort -u | paste -sd'|')
[ "$(tr '|' '\n' <<<"$classes" | wc -l)" -gt 40 ] || { echo "no classes of games found in $source/lib/games"; exit 1; }
# Free functions and members of the games themselves.
names=$(grep -rhoE '\b[a-z_]+\(' "$source/lib/games" --include='*.hpp' | tr -d '(' | sort -u | paste -sd'|')
found=$(nm -C --defined-only "$@" 2>/dev/null | grep -E '^[0-9a-f]+ [TtWw] ' | cut -c20- | sort -u |
    sed -E 's/^(void|bool|unsigned (int|long)|mexbase::[A-Za-z]+(<[^()]*>)?|std::[a-z_]+<[^()]*>) mexbase::/mexbase::/' |
    grep -E "^mexbase::[^ (<]*<[^(]*mexbase::($classes)\b" | grep -vE "^($allowed)" |
    grep -vE "^mexbase::([a-z_]+::)?($classes)(<|::|\()" | grep -vE "^mexbase::([a-z_]+::)*($names)<" || true)
if [ -n "$found" ]; then
    echo "compiled for each game, outside the games and rules_of.hpp:"
    echo "$found" | cut -c1-200
    exit 1
fi
echo "nothing else is compiled for each game"
