#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares mexgen-mpi with mexgen: run.sh BIN_DIR [KILLS]. Makes a table of each kind and by each solver with 1 to 4 processes and with
# 2 processes of 2 threads (some games with fewer), and compares the bytes. Then kills a random process of a job KILLS times (default 2), resumes each job with
# other numbers of processes and threads, and compares the bytes.
set -euo pipefail
bin=$1
kills=${2:-2}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Root may run MPI, processes may outnumber processors, and containers need no copies between processes.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1
fail() { echo "tests/mpi/run.sh: $*" >&2; exit 1; }
on() { timeout 300 mpirun --oversubscribe --bind-to none -n "$@" </dev/null; }

# Tables whose values several processes share come first: loops, slices, ties, partizan outcomes, distances to an exit.
# One is so large (--codec raw) that each process writes a part of the file.
number=0
while IFS='|' read -r who words; do
  number=$((number + 1))
  table=$folder/$number
  # shellcheck disable=SC2086
  "$bin/mexgen" $words -o "$table" --threads 1 --quiet
  for form in "1 1" "2 1" "3 1" "4 1" "2 4"; do  # processes, and threads of the machine
    read -r processes threads <<<"$form"
    case $who$processes$threads in all* | some31 | some24 | one21) ;; *) continue ;; esac
    # shellcheck disable=SC2086
    on "$processes" "$bin/mexgen-mpi" $words -o "$table.mpi" --threads "$threads" >/dev/null 2>"$folder/notes" ||
      { cat "$folder/notes" >&2; fail "$words with $processes processes failed"; }
    cmp "$table" "$table.mpi" || fail "$words with $processes processes and $threads threads differs"
    one=$(grep -c "one of $processes processes made this table" "$folder/notes" || true)
    [ "$processes" = 1 ] || [ "$one" = "$([ "$who" = one ] && echo 1 || echo 0)" ] ||
      fail "$words with $processes processes: $(cat "$folder/notes")"
    rm "$table.mpi"
  done
  echo "same bytes: $words"
done <<'SPECS'
all|square-but-one:max=1500000
some|fair-shares:n=24
all|mens-morris:men=4
some|mens-morris:men=3,board=diagonals
some|dao
some|dodgem
some|mu-torere
all|chess:KRK
all|chess:KQKR --distance exit --codec raw
some|chess:men=3
one|put-or-take-a-square:max=2000
one|nim:piles=3,max=15 --value nimber
one|octal:code=0.137,max=100000
one|treblecross:max=24 --value obliged
one|col:board=path-12,play=impartial
one|col:board=path-6 --value canonical
one|domineering:board=grid-4x4 --value partizan-outcome
some|quixo
one|tic-tac-toe
one|square-but-one:max=2000 --value nimber
SPECS

# Errors are one line, and leave no file.
if on 2 "$bin/mexgen" nim:piles=2,max=3 -o "$folder/none" 2>"$folder/notes"; then fail "mexgen ran in two processes"; fi
grep -q "use mexgen-mpi" "$folder/notes" || fail "mexgen in two processes says: $(cat "$folder/notes")"
if on 2 "$bin/mexgen-mpi" chess:KQKR -o "$folder/none" --memory 2M 2>"$folder/notes"; then fail "too little memory is accepted"; fi
[ "$(grep -c '^mexgen-mpi: error: ' "$folder/notes")" = 1 ] || fail "too little memory says: $(cat "$folder/notes")"
[ ! -e "$folder/none" ] || fail "a failed job left a table"

# A process cannot write its part of the file. Shared memory of MPI is a file, too, so the processes use sockets.
words="chess:KQKR --codec raw -o $folder/none --quiet"
# shellcheck disable=SC2086
if on 1 --mca btl self,tcp "$bin/mexgen-mpi" $words : -n 1 --mca btl self,tcp \
  bash -c 'ulimit -f 1500; exec "$@"' - "$bin/mexgen-mpi" $words 2>"$folder/notes"; then fail "a full disk is accepted"; fi
grep -qx "mexgen-mpi: error: process 1: cannot write \"$folder/none\": File too large" "$folder/notes" ||
  fail "a full disk says: $(cat "$folder/notes")"
[ -z "$(find "$folder" -name '*none*')" ] || fail "a failed job left a file"

# Help and messages give the name of the program.
on 1 "$bin/mexgen-mpi" help verify >"$folder/help"
grep -q '^usage: mexgen-mpi verify ' "$folder/help" || fail "the help says: $(cat "$folder/help")"
if on 1 "$bin/mexgen-mpi" --nonsense 2>"$folder/notes"; then fail "an unknown option is accepted"; fi
grep -q '^mexgen-mpi: error: .*see mexgen-mpi --help$' "$folder/notes" || fail "an unknown option says: $(cat "$folder/notes")"

# All processes verify a part of a table.
"$bin/mexgen" chess:KRK -o "$folder/table" --quiet
on 3 "$bin/mexgen-mpi" verify "$folder/table" >"$folder/verified"
"$bin/mexgen" verify "$folder/table" | cmp - "$folder/verified" || fail "verifying says: $(cat "$folder/verified")"
on 3 "$bin/mexgen-mpi" verify "$folder/table" --sample 1000 --from 5 >"$folder/verified"
"$bin/mexgen" verify "$folder/table" --sample 1000 --from 5 | cmp - "$folder/verified" || fail "a sample is not the same"
if on 2 "$bin/mexgen-mpi" verify "$folder/nothing" 2>"$folder/notes"; then fail "a missing table is verified"; fi
if on 2 "$bin/mexgen-mpi" dao -o - >"$folder/none" 2>"$folder/notes"; then fail "two processes write to standard output"; fi
grep -q "give -o FILE" "$folder/notes" || fail "standard output is refused by: $(cat "$folder/notes")"

# A killed process ends the job without a table, and other processes resume it.
game=mens-morris:men=9,slice=5-4
"$bin/mexgen" $game -o "$folder/whole" --quiet
for ((kill = 1; kill <= kills; ++kill)); do
  rm -f "$folder/killed"*
  on $((1 + RANDOM % 4)) "$bin/mexgen-mpi" $game -o "$folder/killed" --checkpoint 1 --threads $((1 + RANDOM % 4)) --quiet \
    2>/dev/null &
  job=$!
  sleep $((1 + RANDOM % 6)).$((RANDOM % 10))
  victim=$(pgrep -f "^$bin/mexgen-mpi $game -o $folder/killed" | shuf -n 1 || true)
  begun=$SECONDS
  [ -z "$victim" ] || kill -9 "$victim" 2>/dev/null || true
  if wait "$job" || [ -e "$folder/killed" ]; then  # a process may be killed after the table is complete
    echo "kill $kill: the job was faster"
  else
    [ $((SECONDS - begun)) -le 20 ] || fail "the job did not end when a process was killed"
    saved=$([ -e "$folder/killed.checkpoint" ] && echo "a checkpoint" || echo "no checkpoint")
    processes=$((1 + RANDOM % 4)) threads=$((1 + RANDOM % 4))
    on "$processes" "$bin/mexgen-mpi" $game -o "$folder/killed" --checkpoint 1 --threads "$threads" --quiet
    echo "kill $kill: $saved, resumed with $processes processes and $threads threads"
  fi
  cmp "$folder/whole" "$folder/killed" || fail "a killed and resumed job differs"
  [ "$(echo "$folder/killed"*)" = "$folder/killed" ] || fail "a finished job leaves files: $(echo "$folder/killed"*)"
  [ -z "$(find "$folder" -name '*.tmp')" ] || fail "a killed job left a file: $(find "$folder" -name '*.tmp')"
done
