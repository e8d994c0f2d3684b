import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase, dropDatabase, type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts'
import { isAlive } from './process-table.ts'
import { killServerProcess, pathWithout, spawnServerProcess, startServerProcess } from './testing/server-process.ts'
import { poll } from './wait.ts'

const PATIENCE_MS = 30_000

let dataDir: string
let cleanUps: (() => Promise<unknown>)[]

beforeEach(async () => {
  // A space and a depth over the limit of a socket's path, both usual in people's folders.
  const base = await mkdtemp(path.join(tmpdir(), 'yunji db '))
  dataDir = path.join(base, 'a folder '.repeat(6).trim(), 'another folder '.repeat(6).trim(), 'postgres')
  cleanUps = [() => rm(base, { recursive: true, force: true })]
})

afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  cleanUps.push(() => server.stop())
  return server
}

async function hold(env?: Record<string, string>) {
  const server = await startServerProcess(dataDir, env)
  cleanUps.push(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) await killServerProcess(server, 'SIGTERM')
  })
  if ('error' in server.firstLine) throw new Error(server.firstLine.error)
  return { ...server, firstLine: server.firstLine }
}

async function query<T>(url: string, text: string): Promise<T> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(text)
    return Object.values(rows[0] ?? {})[0] as T
  } finally {
    await client.end().catch(() => {})
  }
}

const answers = (url: string) =>
  poll(PATIENCE_MS, 50, () =>
    query<number>(url, 'select 1').then(
      (value) => value,
      () => undefined,
    ),
  )

const ends = (pid: number) => poll(PATIENCE_MS, 20, () => (isAlive(pid) ? undefined : true))

const remember = (url: string) => query(url, 'create table kept as select 41 + 1 as answer')
const recall = (url: string) => query<number>(url, 'select answer from kept')

describe('a start', () => {
  test('makes a durable UTF-8 database that only this machine can reach', async () => {
    const server = await startEmbeddedPostgres({ dataDir })
    cleanUps.push(() => server.stop())
    const setting = (name: string) => query<string>(server.url, `show ${name}`)
    expect(await setting('server_encoding')).toBe('UTF8')
    expect(await setting('fsync')).toBe('on')
    expect(await setting('timezone')).toBe('UTC')
    expect(await setting('listen_addresses')).toBe('127.0.0.1')
    expect(await setting('password_encryption')).toBe('scram-sha-256')
    expect(await query(server.url, `select upper('é云')`)).toBe('É云')
    expect((await stat(path.join(dataDir, 'password'))).mode & 0o777).toBe(0o600)
  })

  test('refuses another password', async () => {
    const server = await start()
    const wrong = new URL(server.url)
    wrong.password = 'guessed'
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('finds the data of the last one, on the same port, and stop leaves no process', async () => {
    const first = await start()
    await remember(first.url)
    const pid = first.pid() ?? 0
    expect(isAlive(pid)).toBe(true)
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    expect(first.pid()).toBeUndefined()
    const second = await start()
    expect(second.url).toBe(first.url)
    expect(await recall(second.url)).toBe(42)
  })

  test('begins anew after one that was killed half-way', async () => {
    const interrupted = spawnServerProcess(dataDir)
    const begun = await poll(PATIENCE_MS, 1, async () => {
      const entries = await readdir(dataDir, { recursive: true }).catch(() => [])
      return entries.some((entry) => /^cluster\.half-.*global$/.test(entry)) || undefined
    })
    interrupted.kill('SIGKILL')
    expect(begun).toBe(true)
    expect(await answers((await start()).url)).toBe(1)
  })

  test('passes over the process file of a crash whose number another program has now', async () => {
    await (await start()).stop()
    await writeFile(path.join(dataDir, 'cluster', 'postmaster.pid'), `${process.ppid}\n${dataDir}/cluster\n0\n1\n\n`)
    expect(await answers((await start()).url)).toBe(1)
  })

  test('of two at the same time gives one database and one sentence', async () => {
    const both = await Promise.all([startServerProcess(dataDir), startServerProcess(dataDir)])
    cleanUps.push(() =>
      Promise.all(both.map((server) => server.child.exitCode ?? killServerProcess(server, 'SIGTERM'))),
    )
    const [winner] = both.flatMap(({ child, firstLine }) =>
      'url' in firstLine ? [{ pid: child.pid, url: firstLine.url }] : [],
    )
    const refusals = both.flatMap(({ firstLine }) => ('error' in firstLine ? [firstLine.error] : []))
    expect(refusals).toEqual([expect.stringContaining(`in use by another running server (process ${winner?.pid})`)])
    expect(await answers(winner?.url ?? '')).toBe(1)
  })
})

describe('a killed server', () => {
  test('takes its database along', async () => {
    const server = await hold()
    await remember(server.firstLine.url)
    await killServerProcess(server, 'SIGKILL')
    expect(await ends(server.firstLine.pid)).toBe(true)
    expect(await recall((await start()).url)).toBe(42)
  })

  test('whose database is still ending does not disturb the next start', async () => {
    const server = await hold()
    await remember(server.firstLine.url)
    await killServerProcess(server, 'SIGKILL')
    expect(await recall((await start()).url)).toBe(42)
  })

  test('without setpriv leaves a database that the next start adopts, supervises and stops', async () => {
    const PATH = await pathWithout('setpriv')
    cleanUps.push(() => rm(PATH, { recursive: true }))
    const owner = await hold({ PATH })
    await killServerProcess(owner, 'SIGKILL')
    const server = await start()
    expect(server).toMatchObject({ url: owner.firstLine.url })
    expect(server.pid()).toBe(owner.firstLine.pid)
    process.kill(owner.firstLine.pid, 'SIGKILL')
    expect(await ends(owner.firstLine.pid)).toBe(true)
    expect(await answers(server.url)).toBe(1)
    const pid = server.pid() ?? 0
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })
})

describe('a killed database', () => {
  test('runs again under the same address with everything that was committed', async () => {
    const server = await startEmbeddedPostgres({ dataDir })
    cleanUps.push(() => server.stop())
    await remember(server.url)
    for (let round = 0; round < 3; round += 1) {
      const pid = server.pid() ?? 0
      process.kill(pid, 'SIGKILL')
      expect(await ends(pid)).toBe(true)
      expect(await answers(server.url)).toBe(1)
      expect(await recall(server.url)).toBe(42)
    }
  })

  test('comes back although a busy connection outlives it', async () => {
    const server = await start()
    const pid = server.pid() ?? 0
    const busy = query(server.url, `do $$ declare n int := 0; begin loop n := n # 1; end loop; end $$`).catch(() => {})
    await poll(PATIENCE_MS, 20, async () => {
      const count = await query<string>(server.url, `select count(*) from pg_stat_activity where query like 'do %'`)
      return count === '0' ? undefined : true
    })
    process.kill(pid, 'SIGKILL')
    expect(await ends(pid)).toBe(true)
    expect(await answers(server.url)).toBe(1)
    await busy
  })

  test('is not started again once the server stops', async () => {
    const server = await start()
    const pid = server.pid() ?? 0
    process.kill(pid, 'SIGKILL')
    await server.stop()
    expect(server.pid()).toBeUndefined()
    await expect(query(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })
})

describe.runIf(process.getuid?.() === 0)('root without user namespaces', () => {
  let env: Record<string, string>

  beforeEach(async () => {
    const PATH = await pathWithout('unshare')
    env = { PATH }
    cleanUps.push(
      async () => rm(await readFile(path.join(dataDir, 'moved-to'), 'utf8'), { recursive: true }),
      () => rm(PATH, { recursive: true }),
    )
  })

  test('runs the database as nobody, outside the private folder', async () => {
    const server = await hold(env)
    await remember(server.firstLine.url)
    await killServerProcess(server, 'SIGTERM')
    const home = await readFile(path.join(dataDir, 'moved-to'), 'utf8')
    expect((await stat(path.join(home, 'cluster'))).uid).toBe(65534)
    const again = await hold(env)
    expect(await recall(again.firstLine.url)).toBe(42)
  })

  test('carries over a database that was made with them', async () => {
    const made = await start()
    await remember(made.url)
    await made.stop()
    const server = await hold(env)
    expect(await recall(server.firstLine.url)).toBe(42)
    await expect(stat(path.join(dataDir, 'cluster'))).rejects.toThrow('ENOENT')
  })

  test('does not begin anew when the other folder is gone', async () => {
    const away = path.join(path.dirname(dataDir), 'away')
    await mkdir(away, { recursive: true })
    await mkdir(dataDir)
    await writeFile(path.join(dataDir, 'moved-to'), away)
    await rm(away, { recursive: true })
    await expect(start()).rejects.toThrow('which is gone')
    await mkdir(away)
  })
})

describe('further databases', () => {
  test('are created, copied from a template and dropped', async () => {
    const server = await start()
    const model = await createDatabase(server, 'model')
    await remember(model)
    const copy = await createDatabase(server, 'a "quoted" copy', { template: 'model' })
    expect(await recall(copy)).toBe(42)
    await dropDatabase(server, 'a "quoted" copy')
    await expect(query(copy, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  })
})
