# Throughline @VERSION@: fetches the executable for this machine, and puts it into -Directory.
# Needs no administrator. Nothing is put there before it was fetched whole, its checksum was right, and it ran.
[CmdletBinding()]
param([string] $Directory = (Join-Path $env:LOCALAPPDATA 'Programs\Throughline'))

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
# Windows PowerShell 5.1 does not offer it by itself.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

$version = '@VERSION@'
$url = '@URL@'
$sums = @{
    'win-x64'   = '@SUM win-x64@'
    'win-arm64' = '@SUM win-arm64@'
}

function Get-Target {
    # The first is set where a 32-bit program runs on a 64-bit system.
    $processor = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
    switch ($processor) {
        'AMD64' { return 'win-x64' }
        'ARM64' { return 'win-arm64' }
        default { throw "There is no executable for a $processor processor, only for x64 and arm64." }
    }
}

function Get-InstalledVersion([string] $Path) {
    if (-not (Test-Path -LiteralPath $Path -PathType Leaf)) { return '' }
    try { return [string](& $Path --version) } catch { return '' }
}

# As PowerShell reads it back: C:\Users\O'Brien, too.
function Get-Quoted([string] $Text) {
    return "'" + $Text.Replace("'", "''") + "'"
}

function Write-NextSteps {
    $command = '& ' + (Get-Quoted $place)
    if (($env:PATH -split ';') -contains $Directory) {
        $command = 'throughline-bin'
    } else {
        $addition = Get-Quoted (';' + $Directory)
        Write-Output "$Directory is not in your PATH. To have it there in new windows:"
        Write-Output "  [Environment]::SetEnvironmentVariable('Path', [Environment]::GetEnvironmentVariable('Path', 'User') + $addition, 'User')"
    }
    Write-Output "To register with the coding agents found here, and after each update: $command install"
}

$place = Join-Path $Directory 'throughline-bin.exe'
if (Test-Path -LiteralPath $place -PathType Container) {
    throw "$place is a directory. Move it away, or name another with -Directory."
}
if ((Get-InstalledVersion $place) -eq $version) {
    Write-Output "Throughline $version is at $place already."
    Write-NextSteps
    return
}
$target = Get-Target
$archive = "throughline-$version-$target.zip"
New-Item -ItemType Directory -Force -Path $Directory | Out-Null
# An executable that ran during an earlier update.
Get-ChildItem -LiteralPath $Directory -Filter 'throughline-bin.exe.*.old' | Remove-Item -ErrorAction SilentlyContinue
$scratch = Join-Path $Directory ('.throughline-' + [Guid]::NewGuid())
New-Item -ItemType Directory -Path $scratch | Out-Null
try {
    $fetched = Join-Path $scratch $archive
    Write-Output "Fetching $url/$archive"
    Invoke-WebRequest -UseBasicParsing -Uri "$url/$archive" -OutFile $fetched
    $found = (Get-FileHash -Algorithm SHA256 -LiteralPath $fetched).Hash
    if ($found -ne $sums[$target]) {
        throw "The checksum of what was fetched is wrong. Nothing was put into $Directory."
    }
    Expand-Archive -LiteralPath $fetched -DestinationPath $scratch
    $new = Join-Path $scratch 'throughline-bin.exe'
    if ((Get-InstalledVersion $new) -ne $version) {
        throw "The executable does not run here ($target). Nothing was put into $Directory."
    }
    # Windows does not replace a program that runs, but lets it be renamed.
    $aside = "$place." + [Guid]::NewGuid() + '.old'
    $wasThere = Test-Path -LiteralPath $place
    if ($wasThere) { Move-Item -LiteralPath $place -Destination $aside }
    try {
        Move-Item -LiteralPath $new -Destination $place
    } catch {
        if ($wasThere) { Move-Item -LiteralPath $aside -Destination $place }
        throw
    }
    if ($wasThere) { Remove-Item -LiteralPath $aside -ErrorAction SilentlyContinue }
} finally {
    Remove-Item -Recurse -Force -LiteralPath $scratch
}
Write-Output "Throughline $version is at $place"
Write-NextSteps
