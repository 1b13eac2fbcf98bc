#!/bin/sh
# Tic-tac-toe, for mexgen program:name=tic-tac-toe: who is to move, and the rows from the top.
while read -r position; do
    case $position in
        start) echo 'X:.../.../... # board cells'; continue ;;
        X:*) mover=X other=O ;;
        O:*) mover=O other=X ;;
    esac
    case $position in
        *:$other$other$other*|*/$other$other$other*) echo '=loss'; continue ;;
        *:$other??/$other??/$other??|*:?$other?/?$other?/?$other?|*:??$other/??$other/??$other) echo '=loss'; continue ;;
        *:$other??/?$other?/??$other|*:??$other/?$other?/$other??) echo '=loss'; continue ;;
        *.*) ;;
        *) echo '=tie'; continue ;;
    esac
    before=$other rest=${position#?} options=
    while [ -n "$rest" ]; do
        next=${rest#?} mark=${rest%"$next"}
        [ "$mark" = . ] && options="$options $before$mover$next"
        before=$before$mark rest=$next
    done
    echo "$options"
done
