import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createDatabase, startEmbeddedPostgres } from '@yunji/embedded-postgres'
import { atLeast, atMost, type Figure, median } from '@yunji/testkit/figures'
import { createRandom, type Random } from '@yunji/testkit/random'
import { withClient } from '@yunji/testkit/with-client'
import { migrate, readMigrations } from '../../apps/server/src/platform/migrate.ts'
import { MIGRATIONS } from '../../apps/server/src/testing/migrations.ts'

const PROCESS = fileURLToPath(new URL('backup-process.ts', import.meta.url))
const RESTORE_PROCESS = fileURLToPath(new URL('restore-process.ts', import.meta.url))
const MEGABYTE = 1024 * 1024
const TOTAL_BYTES = 1024 * MEGABYTE
const ROUNDS = 3
const THROUGHPUT_LIMIT = 0.7
const MEMORY_LIMIT_MEGABYTES = 150
const CHANGED_LIMIT = 0.05
const SEED = 19
/** A quarter of the data, to compare the memory that it takes. */
const SMALL = 'databases'
const SMALL_PART = 1000

const run = promisify(execFile)

interface Measured {
  readonly seconds: number
  /** Of the process that does it, without `tar`. */
  readonly processorSeconds: number
  /** Resident memory before the work: Node and the code of the modules. */
  readonly baseMegabytes: number
  readonly peakMegabytes: number
}

interface Made extends Measured {
  readonly backupId: number
  readonly newStoredBytes: number
}

interface Restored extends Measured {
  /** The whole backup is read and verified before a phone is touched. */
  readonly verifySeconds: number
}

/**
 * Backups and restores of 1 GB of mixed data against `tar | zstd` (its default level, 3) and `zstd -d | tar` of the same
 * data on the same disk, in turns. A backup cuts, hashes, compresses (level 1), decompresses and compares, writes, syncs, reads
 * back, compares and records; `tar | zstd` compresses, writes and syncs. A restore reads, decompresses and verifies each block
 * while `tar` unpacks it; that it has done the same once before without unpacking is printed beside.
 */
export const measureBackups = async (): Promise<readonly Figure[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunji-bench-space-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  try {
    const url = await createDatabase(postgres, 'space')
    await migrate(url, await readMigrations(MIGRATIONS))
    const source = join(folder, 'phone')
    const random = createRandom(SEED)
    const files = await fill(source, random)
    say(`${files.length} files`)
    const small = await makeBackup(url, folder, join(source, SMALL), await addOwner(url, 0), SMALL_PART)
    say(`256 MB: ${describe(small)}`)
    const rounds: { made: Made; restored: Restored; ratios: { backup: number; restore: number }; owner: string }[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const archive = join(folder, 'reference.tar.zst')
      const reference = await time('tar -c -C "$1" . | zstd -q -f -o "$2" && sync "$2"', source, archive)
      // Nothing is stored yet for the owner of each round.
      const owner = await addOwner(url, round)
      const made = await makeBackup(url, folder, source, owner, round)
      const back = await time('mkdir "$2" && zstd -q -d -c "$1" | tar -x -C "$2"', archive, join(folder, 'back'))
      const restored = await restore(url, folder, join(folder, 'restored'), made.backupId)
      await run('diff', ['-r', source, join(folder, 'restored')])
      for (const name of ['back', 'restored']) await rm(join(folder, name), { recursive: true })
      rounds.push({
        made,
        restored,
        owner,
        ratios: { backup: reference / made.seconds, restore: back / restored.seconds },
      })
      say(`backup ${round}: ${describe(made)}; tar | zstd ${reference.toFixed(1)} s`)
      say(
        `restore ${round}: ${describe(restored)}, after ${restored.verifySeconds.toFixed(1)} s of verifying; ` +
          `zstd -d | tar ${back.toFixed(1)} s`,
      )
    }
    await change(files, random)
    const last = rounds.at(-1)
    const second = await makeBackup(url, folder, source, last?.owner ?? '', ROUNDS + 1)
    const growthOf = ({ baseMegabytes, peakMegabytes }: Measured) => peakMegabytes - baseMegabytes
    const all = rounds.flatMap(({ made, restored }) => [made, restored])
    return [
      atLeast('backup_throughput_ratio', median(rounds.map(({ ratios }) => ratios.backup)), THROUGHPUT_LIMIT),
      atLeast('restore_throughput_ratio', median(rounds.map(({ ratios }) => ratios.restore)), THROUGHPUT_LIMIT),
      atMost('backup_memory_growth_megabytes', Math.max(...all.map(growthOf)), MEMORY_LIMIT_MEGABYTES),
      atMost('backup_memory_growth_megabytes_of_256_mb', growthOf(small), MEMORY_LIMIT_MEGABYTES),
      atMost('second_backup_share', second.newStoredBytes / (last?.made.newStoredBytes ?? 1), CHANGED_LIMIT),
    ]
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const say = (text: string): void => void process.stderr.write(`    ${text}\n`)

const describe = ({ seconds, processorSeconds, baseMegabytes, peakMegabytes }: Measured): string =>
  `${seconds.toFixed(1)} s, ${processorSeconds.toFixed(1)} s of processor, ` +
  `${Math.round(baseMegabytes)} → ${Math.round(peakMegabytes)} MB`

/** Text of words: compresses to about a third. */
const words = (random: Random, bytes: number): Buffer => {
  const pieces: string[] = []
  for (let length = 0; length < bytes; length += 12)
    pieces.push(random.integer(0, 99_999).toString(36).padStart(5, '-'), ' value ')
  return Buffer.from(pieces.join('')).subarray(0, bytes)
}

const noise = (random: Random, bytes: number): Buffer => {
  const values = new Uint32Array(Math.ceil(bytes / 4))
  for (let at = 0; at < values.length; at += 1) values[at] = Math.floor(random.next() * 2 ** 32)
  return Buffer.from(values.buffer, 0, bytes)
}

/** Half in films and pictures that do not compress, a quarter in databases, the rest in small files. */
const KINDS = [
  { name: 'films', share: 0.3, bytes: 16 * MEGABYTE, content: noise },
  { name: 'pictures', share: 0.2, bytes: 2 * MEGABYTE, content: noise },
  { name: 'databases', share: 0.25, bytes: MEGABYTE, content: words },
  { name: 'documents', share: 0.15, bytes: 120 * 1024, content: words },
  { name: 'settings', share: 0.1, bytes: 12 * 1024, content: words },
] as const

const fill = async (source: string, random: Random): Promise<string[]> => {
  const files: string[] = []
  for (const { name, share, bytes, content } of KINDS) {
    const folder = join(source, name)
    await mkdir(folder, { recursive: true })
    for (let written = 0, index = 0; written < TOTAL_BYTES * share; index += 1) {
      const size = Math.round(bytes * (0.5 + random.next()))
      const path = join(folder, `${index}`)
      await writeFile(path, content(random, size))
      files.push(path)
      written += size
    }
  }
  return files
}

/** Every hundredth file gets new content over a tenth of its length, in one place. */
const change = async (files: readonly string[], random: Random): Promise<void> => {
  for (const path of files.filter((_, index) => index % 100 === 50)) {
    const { size } = await stat(path)
    const part = noise(random, Math.ceil(size / 10))
    const file = await open(path, 'r+')
    await file.write(part, 0, part.length, random.integer(0, size - part.length))
    await file.close()
  }
}

/** Each part begins with a clean disk: a sync in it would else wait for what the parts before have written. */
const settleDisk = () => run('sync', [])

const time = async (script: string, from: string, to: string): Promise<number> => {
  await settleDisk()
  const began = performance.now()
  await run('sh', ['-c', script, 'sh', from, to])
  return (performance.now() - began) / 1000
}

const addOwner = (url: string, number: number): Promise<string> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into zones (code, name, created_at) values ('bench', '区', now()) on conflict do nothing`,
    )
    const { rows } = await client.query<{ id: string }>(
      `insert into users (name, created_at) values ('bench', now()) returning id`,
    )
    const userId = rows[0]?.id ?? ''
    await client.query(`insert into space_usage (user_id) values ($1)`, [userId])
    await client.query(
      `insert into orders (user_id, kind, title, state, lines, total_cents, payable_cents, purchase, created_at, expires_at)
       values ($1, 'space', 'bench', 'pending', '[]', 1, 1, '{}', now(), now())`,
      [userId],
    )
    await client.query(
      `insert into space_grants (order_id, user_id, size_gb, starts_at, ends_at)
       select id, $1, 100, now(), now() + interval '1 day' from orders where user_id = $1`,
      [userId],
    )
    const { rows: devices } = await client.query<{ id: string }>(
      `insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at, state, created_at)
       select $1, (select min(id) from device_groups where user_id = $1), zones.id, 'bench', 1, '10/B', 7, 'bench-' || $2::text,
         now() + interval '1 day', 'running', now() from zones where code = 'bench' returning id`,
      [userId, number],
    )
    return `${userId},${devices[0]?.id}`
  })

const makeBackup = async (url: string, dataDir: string, source: string, owner: string, part: number): Promise<Made> => {
  const args = [PROCESS, url, dataDir, source, ...owner.split(','), String(part)]
  await settleDisk()
  const { stdout } = await run(process.execPath, args)
  return JSON.parse(stdout) as Made
}

const restore = async (url: string, dataDir: string, target: string, backupId: number): Promise<Restored> => {
  await mkdir(target)
  await settleDisk()
  const { stdout } = await run(process.execPath, [RESTORE_PROCESS, url, dataDir, target, String(backupId)])
  return JSON.parse(stdout) as Restored
}
