#!/bin/sh
# Uses an executable on the system it is for: a home of its own with blanks and another script in its
# path, hooks through pipes, a memory that is written and read, an update and the way back.
# usage: sh smoke.sh EXECUTABLE VERSION
set -eu

executable=$1
version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
home="$work/Jane Doe (日本)"
mkdir -p "$home/.claude" "$home/project"

# Windows programs know no /tmp.
native() { if command -v cygpath >/dev/null; then cygpath -m "$1"; else printf '%s' "$1"; fi; }
home=$(native "$home")
export HOME="$home" USERPROFILE="$home" CLAUDE_CONFIG_DIR="$home/.claude" NODE_OPTIONS='--require ./nothing.js'
cd "$home/project"

step() { printf '%s\n' "- $*"; }
expect() { # TEXT in the output of the command that follows
  wanted=$1
  shift
  found=$("$@") || { printf 'exit %s: %s\n' "$?" "$*" >&2; exit 1; }
  case $found in
    *"$wanted"*) ;;
    *) printf 'no %s in what %s says:\n%s\n' "$wanted" "$*" "$found" >&2; exit 1 ;;
  esac
}

step 'tells its version, whatever NODE_OPTIONS says'
[ "$("$executable" --version | tr -d '\r')" = "$version" ]

step 'registers with Claude Code, twice'
"$executable" install --host claude >/dev/null
expect '"copied":false' "$executable" install --host claude --json
name=throughline-bin
[ -e "$home/.throughline/bin/$name" ] || name=throughline-bin.exe
installed=$home/.throughline/bin/$name

step 'stores a turn that a hook is told of, and finds it again'
session=11111111-2222-4333-8444-555555555555
transcript=$home/.claude/$session.jsonl
common="\"sessionId\":\"$session\",\"cwd\":\"$home/project\",\"version\":\"2.1.332\",\"isSidechain\":false,\"userType\":\"external\""
payload="\"session_id\":\"$session\",\"transcript_path\":\"$transcript\",\"cwd\":\"$home/project\",\"permission_mode\":\"default\""
printf '{%s,"hook_event_name":"SessionStart","source":"startup"}' "$payload" |
  "$installed" session-start --host claude >/dev/null
printf '{%s,"hook_event_name":"UserPromptSubmit","prompt_id":"p1","prompt":"why is the sky blue?"}' "$payload" |
  "$installed" prompt-submit --host claude >/dev/null
cat >"$transcript" <<END
{"parentUuid":null,"type":"user","message":{"role":"user","content":"why is the sky blue?"},"uuid":"a1","promptId":"p1","timestamp":"2026-12-01T10:00:00.000Z",$common}
{"parentUuid":"a1","type":"assistant","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Because of Rayleigh."}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}},"uuid":"a2","requestId":"r1","timestamp":"2026-12-01T10:00:01.000Z",$common}
END
printf '{%s,"hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"Because of Rayleigh."}' "$payload" |
  "$installed" process-turn --host claude >/dev/null
expect 'Because of Rayleigh.' "$installed" recall --session "$session"
expect 'Rayleigh' "$installed" search --all rayleigh
expect '"turns":1' "$installed" status --json

step 'fails as it promises'
code=0
"$installed" no-such-command >/dev/null 2>&1 || code=$?
[ "$code" = 2 ]

if [ "$(uname -s)" = Darwin ]; then
  # A byte more would break the signature: there is no second version to update to.
  codesign --verify --strict "$installed"
else
  step 'is updated while a hook runs, and rolled back by itself'
  cp "$executable" "$home/update-$name"
  printf x >>"$home/update-$name"
  chmod 755 "$home/update-$name"
  { sleep 5; printf '{%s,"hook_event_name":"SessionStart","source":"startup"}' "$payload"; } |
    "$installed" session-start --host claude >/dev/null &
  sleep 1
  expect '"copied":true' "$home/update-$name" install --host claude --json
  expect "\"version\":\"$version\"" "$installed" install --rollback --json
  [ "$(cksum <"$executable")" = "$(cksum <"$installed")" ]
  wait $!
fi

step 'takes back what it registered'
"$installed" uninstall >/dev/null
[ ! -e "$home/.claude/settings.json" ]
printf 'ok\n'
