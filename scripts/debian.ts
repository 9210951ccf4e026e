import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name])
  return String(stdout) === 'installed'
}

/** Whether this account can install packages of Debian here. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** Installs Debian packages; false if apt-get fails, which prints the reason. */
export function install(names: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: readonly string[]): boolean =>
    spawnSync('apt-get', ['--quiet=2', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
      .status === 0
  return aptGet('update') && aptGet('install', '--yes', '--no-install-recommends', ...names)
}
