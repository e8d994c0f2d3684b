import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..', '..')
/** Not copied: unused by a start, or linked. */
const LEFT_OUT = [
  /(^|\/)node_modules$/,
  /^(\.git|\.data|\.cache|\.vitest|artifacts|docs|tests|bench)$/,
  /\/dist\/(?!(?:h5|console)(?:$|\/|\.stamp$))/,
]

export interface ProjectCopy {
  folder: string
  remove(): Promise<void>
}

/** A copy of the project in a private folder with a space in its name, without git. */
export async function copyProject(): Promise<ProjectCopy> {
  const parent = await mkdtemp(path.join(tmpdir(), 'yunji start '))
  const folder = path.join(parent, 'my project')
  await mkdir(folder, { mode: 0o700 })
  await cp(ROOT, folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.some((pattern) => pattern.test(path.relative(ROOT, source))),
  })
  for (const place of await listInstalled()) await symlink(path.join(ROOT, place), path.join(folder, place))
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) }
}

/** Dependencies are linked; installing them is measured by the bench. */
async function listInstalled(): Promise<string[]> {
  const places = ['node_modules']
  for (const group of ['apps', 'packages']) {
    for (const name of await readdir(path.join(ROOT, group))) {
      const place = path.join(group, name)
      if ((await readdir(path.join(ROOT, place))).includes('node_modules'))
        places.push(path.join(place, 'node_modules'))
    }
  }
  return places
}
