import { spawnSync } from 'node:child_process'

/** Words before a command that end it when its parent is killed; none where there is no `setpriv`. */
export function endWithParent() {
  const words = ['setpriv', '--pdeathsig', 'TERM', '--']
  return spawnSync(words[0], [...words.slice(1), 'true'], { stdio: 'ignore' }).status === 0 ? words : []
}
