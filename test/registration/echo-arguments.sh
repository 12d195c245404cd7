#!/bin/sh
printf '%s\n' "$0" "$@"
