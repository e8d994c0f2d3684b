import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { type System, startSystem } from '@yunji/testkit/system'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoAccount } from './seed/demo.ts'

let dataDir = ''
let server: System
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yunji-open-'))
  // Permissions as earlier versions left them.
  await mkdir(join(dataDir, 'objects/objects/verification'), { recursive: true, mode: 0o755 })
  await writeFile(join(dataDir, 'objects/objects/verification/old-card'), 'x', { mode: 0o644 })
  await chmod(dataDir, 0o755)
  server = await startSystem({ dataDir, env: { YUNJI_TLS: '' } })
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const call = async (path: string, init: RequestInit) => (await fetch(`${server.url}${path}`, init)).json()

/** Files and folders that others can read, list or enter. PostgreSQL's own folder is left out. */
const openEntries = async (): Promise<string[]> => {
  const names = (await readdir(dataDir, { recursive: true })).filter((name) => !name.startsWith('postgres/cluster'))
  const stats = await Promise.all(
    ['', ...names].map(async (name) => ({ name, stat: await lstat(join(dataDir, name)) })),
  )
  return stats.flatMap(({ name, stat }) => ((stat.mode & 0o077) === 0 ? [] : name || 'the data folder'))
}

it('a running server leaves nothing that other users of the machine can read, also of what stood there', async () => {
  const { mobilePhone, password } = demoAccount
  const login = await call('/vmcloud/api/user/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mobilePhone, password }),
  })
  const { token } = login.data as { token: string }
  for (const path of ['/user/verificationPicture', '/user/avatar']) {
    const body = new Uint8Array(createCanvas(20, 20).toBuffer('image/png'))
    const headers = { token, 'content-type': 'image/png' }
    expect(await call(path, { method: 'POST', headers, body })).toMatchObject({ code: 200 })
  }
  expect(await readdir(join(dataDir, 'objects/objects/verification'))).toHaveLength(2)
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['postgres', 'server.log', 'signing-key']))
  expect(await openEntries()).toEqual([])
})
