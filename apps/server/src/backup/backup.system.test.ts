import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { login } from '@yunji/contract/accounts/session/calls'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { startSystem } from '@yunji/testkit/system'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const DEMO = { mobilePhone: '13800138000', password: 'yunji2026' }

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'yunji-embedded-backup-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const run = (dataDir: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { ...process.env, YUNJI_DATA_DIR: dataDir } })

it('backs up the embedded database of a running product, and another place serves what was restored', async () => {
  const system = await startSystem()
  let backup = ''
  try {
    const { stdout } = await run(system.dataDir, 'backup', '--to', join(root, 'backups'))
    backup = /^✓ (.+?): /.exec(stdout)?.[1] ?? ''
    expect((await run(system.dataDir, 'backup', '--verify', backup)).stdout).toContain(
      'every byte is as it was written',
    )
    // A restore into a data folder in use is refused.
    await expect(run(system.dataDir, 'restore', backup, '--live')).rejects.toThrow(/is not empty/)
  } finally {
    await system.stop()
  }
  const dataDir = join(root, 'restored')
  await run(dataDir, 'restore', backup, '--drill')
  const restored = await startSystem({ dataDir, env: { YUNJI_PHONES: 'virtual' } })
  try {
    // No phones and no demo data in a drill, whatever the settings say.
    expect(await readFile(join(dataDir, 'server.log'), 'utf8')).toContain('no phone is connected')
    expect(restored.output()).not.toContain(DEMO.mobilePhone)
    expect(await readdir(dataDir)).not.toContain('phones')
    const answer = await fetch(`${restored.url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(DEMO),
    })
    expect(await answer.json()).toMatchObject({ code: 200 })
  } finally {
    await restored.stop()
  }
})

it('explains a wrong call in a few lines', async () => {
  for (const wrong of [[], ['backup'], ['backup', '--live', '--drill']]) {
    await expect(run(join(root, 'unused'), 'restore', ...wrong)).rejects.toThrow(/usage: npm run backup/)
  }
  await expect(run(join(root, 'unused'), 'backup', '--live')).rejects.toThrow(/usage: npm run backup/)
  await expect(run(join(root, 'unused'), 'backup', '--too', 'x')).rejects.toThrow(/usage: npm run backup/)
})

/** tmpfs of a given size, visible to one process and its children. */
const ownDisk = ['--user', '--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs -o size=2m none "$0" && eval "$1"']
const canMount = await promisify(execFile)('unshare', [...ownDisk, tmpdir(), 'true']).then(
  () => true,
  () => false,
)

it.runIf(canMount)('says in a sentence that the disk is full, and leaves the backup before it whole', async () => {
  const disk = join(root, 'disk')
  const dataDir = join(root, 'data')
  await mkdir(disk)
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'signing-key'), 'key')
  const database = await createMigratedDatabase()
  const command = `"${process.execPath}" "${MAIN}" backup`
  const script = `${command} --to "${disk}"; head -c 4m /dev/zero > "${disk}/fill"
    ${command} --to "${disk}"; echo "exit $?"; rm "${disk}/fill"; ls -A "${disk}"; ${command} --verify "${disk}"/2*`
  const env = { ...process.env, DATABASE_URL: database.url, YUNJI_DATA_DIR: dataDir }
  const { stdout, stderr } = await promisify(execFile)('unshare', [...ownDisk, disk, script], { env })
  const [made, ended, ...left] = stdout.trim().split('\n')
  expect(made).toContain('✓')
  expect(ended).toBe('exit 1')
  expect(left).toHaveLength(2)
  expect(left[1]).toContain('every byte is as it was written')
  expect(stderr).toContain('no space is left on the disk; no backup was made')
  expect(stderr).not.toContain('    at ')
  await database.drop()
})
