#!/bin/sh
# Throughline @VERSION@: fetches the executable for this machine, and puts it into DIRECTORY.
# usage: sh install.sh [DIRECTORY]      default: ~/.local/bin
# Needs no root. Nothing is put there before it was fetched whole, its checksum was right, and it ran.
set -eu

version='@VERSION@'
url='@URL@'

main() {
  if [ "$#" -gt 1 ]; then fail 'usage: sh install.sh [DIRECTORY]'; fi
  directory=${1:-${HOME:?is not set: say where, sh install.sh DIRECTORY}/.local/bin}
  case $directory in
    /*) ;;
    *) directory=$PWD/$directory ;;
  esac
  place=$directory/throughline-bin
  # Into a directory of this name, `mv` would put the executable, and say nothing.
  if [ -d "$place" ]; then fail "$place is a directory. Move it away, or name another: sh install.sh DIRECTORY"; fi
  if [ "$(versionOf "$place")" = "$version" ]; then
    say "Throughline $version is at $place already."
    nextSteps
    return
  fi
  target=$(chooseTarget)
  archive=throughline-$version-$target.tar.gz
  # What is in the PATH, nobody else may replace.
  umask go-w
  mkdir -p "$directory" || fail "$directory cannot be made. Name another: sh install.sh DIRECTORY"
  scratch=$(mktemp -d "$directory/.throughline-XXXXXX") ||
    fail "$directory cannot be written. Name another: sh install.sh DIRECTORY"
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 1' HUP INT TERM
  say "Fetching $url/$archive"
  fetch "$url/$archive" "$scratch/$archive" || fail "$archive could not be fetched."
  verify "$scratch/$archive" "$(sumFor "$target")"
  tar -xzf "$scratch/$archive" -C "$scratch" throughline-bin || fail "$archive cannot be unpacked."
  chmod 755 "$scratch/throughline-bin"
  if [ "$(versionOf "$scratch/throughline-bin")" != "$version" ]; then
    fail "The executable does not run here ($target). Nothing was put into $directory."
  fi
  mv -f "$scratch/throughline-bin" "$place" || fail "$place cannot be written."
  say "Throughline $version is at $place"
  nextSteps
}

say() { printf '%s\n' "$*"; }

fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}

versionOf() {
  if [ -x "$1" ]; then "$1" --version 2>/dev/null </dev/null || :; fi
}

chooseTarget() {
  system=$(uname -s)
  machine=$(uname -m)
  case $system in
    Linux)
      refuseOtherLibraries
      system=linux
      ;;
    Darwin) system=macos ;;
    MINGW* | MSYS* | CYGWIN*) fail 'On Windows, use install.ps1 in PowerShell.' ;;
    *) fail "There is no executable for $system, only for Linux, macOS and Windows." ;;
  esac
  case $machine in
    x86_64 | amd64) machine=x64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "There is no executable for a $machine processor, only for x64 and arm64." ;;
  esac
  # Under Rosetta a shell is told that it runs on Intel.
  if [ "$system-$machine" = macos-x64 ] && [ "$(sysctl -n sysctl.proc_translated 2>/dev/null)" = 1 ]; then
    machine=arm64
  fi
  say "$system-$machine"
}

refuseOtherLibraries() {
  case $(ldd --version 2>&1 || :) in
    *musl*) fail 'This Linux has musl libc (Alpine and others); Throughline needs glibc 2.28 or newer.' ;;
  esac
  if [ "$(getconf LONG_BIT 2>/dev/null || echo 64)" = 32 ]; then
    fail 'The programs of this system are 32-bit; there is no executable for them.'
  fi
  glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null || :)
  case ${glibc#glibc } in
    2.[0-9] | 2.1[0-9] | 2.2[0-7] | 2.[0-9].* | 2.1[0-9].* | 2.2[0-7].*)
      fail "This Linux has $glibc; Throughline needs 2.28 or newer."
      ;;
  esac
}

sumFor() {
  case $1 in
    linux-x64) say '@SUM linux-x64@' ;;
    linux-arm64) say '@SUM linux-arm64@' ;;
    macos-x64) say '@SUM macos-x64@' ;;
    macos-arm64) say '@SUM macos-arm64@' ;;
  esac
}

fetch() {
  if has curl; then
    curl --fail --location --silent --show-error --output "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail 'Neither curl nor wget is here to fetch it with.'
  fi
}

verify() {
  if has sha256sum; then
    found=$(sha256sum <"$1")
  elif has shasum; then
    found=$(shasum -a 256 <"$1")
  elif has openssl; then
    found=$(openssl dgst -sha256 -r <"$1")
  else
    fail 'None of sha256sum, shasum and openssl is here to verify it with.'
  fi
  if [ "${found%% *}" != "$2" ]; then
    fail "The checksum of what was fetched is wrong. Nothing was put into $directory."
  fi
}

has() { command -v "$1" >/dev/null 2>&1; }

# As a shell reads it back; plain where that needs nothing.
quoted() {
  case $1 in
    *[!A-Za-z0-9/._+@,-]*) ;;
    *)
      say "$1"
      return
      ;;
  esac
  before=
  rest=$1
  while [ "$rest" != "${rest#*\'}" ]; do
    before="$before${rest%%\'*}'\\''"
    rest=${rest#*\'}
  done
  say "'$before$rest'"
}

nextSteps() {
  case :${PATH:-}: in
    *:"$directory":*) command=throughline-bin ;;
    *)
      command=$(quoted "$place")
      say "$directory is not in your PATH. To have it there: export PATH=$(quoted "$directory"):\"\$PATH\""
      ;;
  esac
  say "To register with the coding agents found here, and after each update: $command install"
}

# Last, so that a script that was fetched in part does nothing.
main "$@"
