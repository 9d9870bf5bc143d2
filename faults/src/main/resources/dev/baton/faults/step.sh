# The body of a step under a server: writes to the ledger what it does, and does as it is told.
#
#   step.sh do LEAST MOST FAILURES [PARENT…]   takes so many milliseconds, and fails so often, or always
#   step.sh told                               takes until the driver tells its execution
#   step.sh mended                             fails until the driver has mended what its execution is about
#   step.sh reduce COUNT                       finds the results of so many items
#
# FAULTS_DIR is the folder that all share, FAULTS_NODE the process that runs this.
number=${BATON_RUN_ID##*.}
case $BATON_JOB in
*/reducer) name=${BATON_JOB%/reducer}/items/$number ;;
*) name=$BATON_JOB${BATON_ITEM_INDEX:+/items/$number} ;;
esac
read -r host </proc/sys/kernel/hostname

# One write to a file that is open for appending: lines of several processes do not mix.
say() {
    echo "$(date +%s%6N) $BATON_EXECUTION_ID $name $BATON_ATTEMPT $1 ${BATON_PARAM_AUTHOR:--} $$@$host" \
        >>"$FAULTS_DIR/$FAULTS_NODE.ledger"
}

# An id may be another process's by now; the run's id in its environment says that it is not.
alive=$FAULTS_DIR/alive/$BATON_RUN_ID
if { read -r other <"$alive"; } 2>/dev/null && [ "$other" != $$ ] &&
    tr '\0' '\n' 2>/dev/null <"/proc/$other/environ" | grep -qx "BATON_RUN_ID=$BATON_RUN_ID"; then
    say BESIDE
fi 2>/dev/null
echo $$ >"$alive"

trap 'say STOPPED; exit 143' TERM
say START
echo "$name, attempt $BATON_ATTEMPT"

what=$1
shift
case $what in
do)
    millis=$(($1 + $$ % ($2 - $1 + 1)))
    failures=$3
    shift 3
    for parent; do
        eval "made=\${BATON_OUTPUT_${parent}_MADE_BY:-}"
        if [ "$made" != "$BATON_EXECUTION_ID" ]; then
            say WRONG
            exit 99
        fi
    done
    sleep "$((millis / 1000)).$(printf %03d $((millis % 1000)))"
    if [ "$failures" = always ]; then
        say FAIL
        exit 1
    fi
    if [ "$BATON_ATTEMPT" -le "$failures" ]; then
        say RETRY
        exit 75
    fi
    ;;
told)
    until [ -e "$FAULTS_DIR/$BATON_PARAM_KEY.told" ]; do sleep 0.2; done
    ;;
mended)
    if [ ! -e "$FAULTS_DIR/$BATON_PARAM_KEY.mended" ]; then
        say FAIL
        exit 1
    fi
    ;;
reduce)
    if [ "$(grep -c "$BATON_EXECUTION_ID" "$BATON_RESULTS")" != "$1" ]; then
        say WRONG
        exit 99
    fi
    ;;
esac
echo "made_by=$BATON_EXECUTION_ID" >"$BATON_OUTPUT"
say END
