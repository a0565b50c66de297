#!/usr/bin/env bash
# All that `npm test` and CI leave out, one after the other, with what it needs prepared in FOLDER, where the next night finds it again:
#   npm run nightly -- FOLDER [SUITE...]
#   npm run nightly -- --list
# Needs PyPI, some 20 GB and hours. A suite whose preparation fails runs nevertheless, so that its tests say what they lack; it counts as failed. The
# last lines say how each suite ended; the exit code is 1 if one failed.
set -uo pipefail
cd "$(dirname "$0")/.."

suites=(draws runs browser services engines peers alfworld llm skyrl chaos kills sleep machines install runtimes benchmarks)
if [ "${1:-}" = --list ]; then
  printf '%s\n' "${suites[@]}"
  exit 0
fi
folder=$(realpath -m "${1:?name a folder for environments and models, or --list}")
shift
mkdir -p "$folder"
[ $# -eq 0 ] && set -- "${suites[@]}"

# prepared NAME SCRIPT: what the script makes, in a folder of its own; done once.
prepared() {
  [ -e "$folder/$1.ready" ] || { "${@:2}" "$folder/$1" && touch "$folder/$1.ready"; }
}

pages_of_miniwob() {
  python3 -m pip download -q --no-deps -d "$1" miniwob && (cd "$1" && python3 -m zipfile -e miniwob-*.whl .)
}

bun="$folder/runtimes/node_modules/@oven/bun-linux-x64/bin/bun"
deno="$folder/runtimes/node_modules/@deno/linux-x64-glibc/deno run -A"
bun_and_deno() {
  npm install --no-audit --no-fund --prefix "$1" @oven/bun-linux-x64 @deno/linux-x64-glibc
}

run() {
  case $1 in
    draws) # of other cases than `npm test` tries
      local -x FAST_CHECK_SEED=$RANDOM
      echo "FAST_CHECK_SEED=$FAST_CHECK_SEED"
      npm run -s test
      ;;
    runs) npm run -s test:runs ;;
    browser)
      prepared miniwob pages_of_miniwob
      local ready=$?
      MINIWOB_FOLDER="$folder/miniwob" npm run -s test:browser && return $ready
      ;;
    services) # transformers, PEFT, llama.cpp, and the client of Tinker
      prepared engines sh scripts/python-engines.sh && prepared tinker scripts/prepare-tinker-client.sh
      local ready=$?
      npm run -s build && RLANYTHING_PYTHON="$folder/engines/bin/python" TINKER_CLIENT="$folder/tinker" \
        npx ava 'dist/test/conformance/*.test.js' && return $ready
      ;;
    engines) npm run -s test:engines ;;
    peers)
      prepared openenv scripts/prepare-openenv.sh && prepared trl scripts/prepare-trl.sh &&
        prepared verifiers scripts/prepare-verifiers.sh && prepared agents scripts/prepare-agents.sh &&
        prepared readers scripts/prepare-export-readers.sh
      local ready=$?
      RLANYTHING_OPENENV="$folder/openenv" RLANYTHING_TRL="$folder/trl" RLANYTHING_VERIFIERS="$folder/verifiers" \
        RLANYTHING_AGENTS="$folder/agents" RLANYTHING_EXPORT_READERS="$folder/readers" npm run -s test:peers && return $ready
      ;;
    alfworld) # the engine of ALFWorld plays tasks of ours
      prepared alfworld scripts/prepare-alfworld.sh
      local ready=$?
      RLANYTHING_ALFWORLD="$folder/alfworld" npm run -s cross:alfworld && return $ready
      ;;
    llm) # SmolLM2-135M-Instruct votes and proposes
      prepared llm scripts/prepare-llm.sh
      local ready=$?
      RLANYTHING_LLM="$folder/llm" npm run -s test:llm && return $ready
      ;;
    skyrl)
      prepared skyrl scripts/prepare-skyrl.sh
      local ready=$?
      npm run -s build && RLANYTHING_SKYRL="$folder/skyrl" npx ava --config ava.llm.config.js dist/test/llm/skyrl.llm.js && return $ready
      ;;
    chaos) npm run -s chaos ;;
    kills) npm run -s chaos:kill ;;
    sleep) npm run -s chaos:sleep ;;
    machines) npm run -s chaos:machines ;;
    install) # the README also on Bun and Deno
      prepared runtimes bun_and_deno
      local ready=$?
      npm run -s test:install -- "$bun" "$deno" && return $ready
      ;;
    runtimes) # Bun and Deno give the metrics of Node.js
      prepared runtimes bun_and_deno
      local ready=$?
      npm run -s test:runtimes -- "$bun" "$deno" && return $ready
      ;;
    benchmarks) # beside other programs, by turns
      prepared benchmarks scripts/prepare-bench-peers.sh
      local ready=$?
      npm run -s bench:peers -- --environments "$folder/benchmarks" --page "$folder/benchmarks.md" && return $ready
      ;;
    *)
      echo "there is no suite $1; there are ${suites[*]}" >&2
      return 2
      ;;
  esac
}

ends=()
failed=0
for suite in "$@"; do
  echo "# $suite"
  began=$SECONDS
  if run "$suite"; then end=passed; else
    end=failed
    failed=1
  fi
  ends+=("$suite $end in $((SECONDS - began)) s")
done
printf '%s\n' "${ends[@]}"
exit $failed
