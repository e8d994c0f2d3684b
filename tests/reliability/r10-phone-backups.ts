import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readBackup, verifyBackup } from '@yunji/backup-format/read-backup'
import { encodeTar, type TarFile } from '@yunji/backup-format/testing/tar'
import { createMigratedDatabase } from '@yunji/testkit/database'
import { eventually } from '@yunji/testkit/eventually'
import { definePromise, type Trial } from '@yunji/testkit/promise'
import { createRandom, type Random } from '@yunji/testkit/random'
import { entryOf } from '@yunji/testkit/system'
import { openBlockStore, packKey } from '../../apps/server/src/modules/space/backups/block-store.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { openJobQueue } from '../../apps/server/src/platform/jobs.ts'
import { createLogger } from '../../apps/server/src/platform/logger.ts'
import type { TaskDevice } from '../../apps/server/src/platform/tasks/definition.ts'
import { createBackupEngine, tarOf } from './backup-engine.ts'
import { startWorkerProcess } from './worker-process.ts'

const WORKER = entryOf(fileURLToPath(new URL('backup-worker.ts', import.meta.url)))
/** Every fourth backup is given up after the kill instead of being taken up by another worker. */
const GIVEN_UP_EVERY = 4
const FILES = 250
const MOST_FILE_BYTES = 200_000
const SMALL_FILES = 12
const CHANGED_FILES = 20
/** Guards against hanging only. */
const DEADLINE_MS = 120_000
const LONGEST_WAIT_MS = 600

export const promise = definePromise({
  id: 'R10',
  name: 'r10_phone_backups',
  title:
    'a backup of a phone gives back equal hashes; a kill in the middle leaves the old one intact and no half one; a flipped bit is found',
  sizes: { small: { kills: 2, flips: 20 }, long: { kills: 100, flips: 1000 } },
  async run(trial) {
    const folder = await mkdtemp(join(tmpdir(), 'yunji-phone-backups-'))
    const { url, drop } = await createMigratedDatabase()
    const harness = await startHarness(url, folder)
    try {
      return await tryBackups(trial, harness)
    } finally {
      await harness.close()
      await drop()
      await rm(folder, { recursive: true, force: true })
    }
  },
})

const bytesOf = (random: Random, length: number): Buffer => {
  const words = new Uint32Array(Math.ceil(length / 4))
  for (let at = 0; at < words.length; at += 1) words[at] = Math.floor(random.next() * 2 ** 32)
  return Buffer.from(words.buffer, 0, length)
}

const OWNER_AND_ZONE = `
  with owner as (insert into users (name, created_at) values ('experiment', now()) returning id),
       zone as (insert into zones (code, name, created_at) values ('test', 'test', now()) returning id)
  select owner.id as "ownerId", zone.id as "zoneId" from owner, zone`

const DEVICE = `
  insert into devices (owner_id, group_id, zone_id, name, goods_level, version, supplier_type, phone_id, expires_at,
    state, created_at)
  select $1, (select min(id) from device_groups where user_id = $1), $2, 'device', 1, '10/B', 7, $3, now() + interval '1 day',
    'running', now()
  returning id`

const MAKE_BUSY = `
  update devices set state = 'backingUp', state_count = state_count + 1, state_deadline = now() + interval '1 hour'
  where id = $1 returning id::int, name, state_count as "stateCount"`

const startHarness = async (url: string, folder: string) => {
  const log = createLogger('silent', process.stdout)
  const database = openDatabase(url, log)
  const { pool, db } = database
  const jobs = await openJobQueue(url, log)
  const engine = createBackupEngine({ database, clock: systemClock, log, jobs, folder })
  const { rows } = await pool.query<{ ownerId: string; zoneId: string }>(OWNER_AND_ZONE)
  const [ownerId, zoneId] = [Number(rows[0]?.ownerId), Number(rows[0]?.zoneId)]
  const workers = new Set<ChildProcess>()
  const deps = { database, objectStore: engine.objectStore }

  return {
    pool,
    folder,
    sweep: engine.sweep,

    async addDevice(phoneId: string): Promise<number> {
      const { rows: added } = await pool.query<{ id: string }>(DEVICE, [ownerId, zoneId, phoneId])
      const deviceId = Number(added[0]?.id)
      await pool.query('insert into backup_settings values ($1, $2, 2)', [deviceId, ownerId])
      return deviceId
    },

    async begin(deviceId: number): Promise<void> {
      const { rows: busy } = await pool.query<TaskDevice>(MAKE_BUSY, [deviceId])
      const devices = busy.map((device) => ({ device, before: 'running' as const }))
      await db.transaction((tx) => engine.tasks.begin(tx, { kind: 'backup', ownerId, devices }))
    },

    startWorker: () => startWorkerProcess(workers, WORKER, url, folder),

    async kill(worker: ChildProcess): Promise<void> {
      const gone = once(worker, 'exit')
      worker.kill('SIGKILL')
      await gone
      workers.delete(worker)
      // Heartbeats of dead workers expire without waiting.
      await pool.query(
        `update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 s'
         where state = 'active' and name = 'task.part'`,
      )
    },

    /** As when no worker ever comes back: the sweep of any process ends the part at its deadline. */
    async giveUp(): Promise<void> {
      await pool.query(`update task_parts set deadline_at = now() - interval '1 s' where ended_at is null`)
      await engine.tasks.sweep()
    },

    untilOver: () =>
      eventually(
        async () => {
          const parts = await pool.query('select id from task_parts where ended_at is null')
          if (parts.rows.length > 0) throw new Error('the backup is not over')
        },
        { deadlineMs: DEADLINE_MS, everyMs: 50 },
      ),

    store: (backupId: number) => openBlockStore(deps, backupId),
    objectBytes: async (packId: number): Promise<number> => (await engine.objectStore.sizeBytes(packKey(packId))) ?? 0,
    objectPath: (packId: number): string => join(folder, 'objects', 'objects', packKey(packId)),

    async close(): Promise<void> {
      for (const worker of workers) worker.kill('SIGKILL')
      engine.close()
      await jobs.stop()
      await database.close()
    },
  }
}

type Harness = Awaited<ReturnType<typeof startHarness>>

const tryBackups = async (
  { size: { kills, flips }, seed, log }: Trial<{ kills: number; flips: number }>,
  harness: Harness,
) => {
  const random = createRandom(seed)
  const violations = await tryKills(harness, random, kills, log)
  violations.push(...(await unfoundFlips(harness, random, flips)))
  return { rounds: kills + flips, violations }
}

/** Writes the content of a phone; returns its hash. */
const writePhone = async ({ folder }: Harness, phoneId: string, files: readonly TarFile[]): Promise<string> => {
  const tar = encodeTar(files)
  await writeFile(tarOf(folder, phoneId), tar)
  return createHash('sha256').update(tar).digest('hex')
}

const newFile = (random: Random, index: number): TarFile => ({
  name: `files/${index}`,
  content: bytesOf(random, random.integer(0, MOST_FILE_BYTES)),
})

/** Complete backups by id, with the hash of what each must give back. */
type Expected = Map<number, string>

const tryKills = async (harness: Harness, random: Random, kills: number, log: Trial['log']): Promise<string[]> => {
  const violations: string[] = []
  const phoneId = 'killed'
  const deviceId = await harness.addDevice(phoneId)
  const files = Array.from({ length: FILES }, (_, index) => newFile(random, index))
  const expected: Expected = new Map()
  let worker = await harness.startWorker()
  for (let round = 0; round <= kills; round += 1) {
    for (let change = 0; change < CHANGED_FILES; change += 1) {
      const index = random.integer(0, FILES - 1)
      files[index] = newFile(random, index)
    }
    const hash = await writePhone(harness, phoneId, files)
    await harness.begin(deviceId)
    // The first one is whole, so that there is one to lose.
    if (round > 0) {
      await untilUnderWay(harness)
      await delay(random.integer(0, LONGEST_WAIT_MS))
      await harness.kill(worker)
      violations.push(...(await brokenNow(harness, expected, 'after a kill')))
      if (round % GIVEN_UP_EVERY === 0) await harness.giveUp()
      worker = await harness.startWorker()
    }
    await harness.untilOver()
    await noteNewest(harness, deviceId, hash, expected)
    await harness.sweep()
    violations.push(...(await brokenNow(harness, expected, `after round ${round}`)))
    violations.push(...(await wrongSums(harness)))
    if (round % 10 === 0) log(`${round} kills, ${expected.size} complete backups so far`)
  }
  await harness.kill(worker)
  if (expected.size < kills / 2) violations.push(`only ${expected.size} backups became complete`)
  return violations
}

const untilUnderWay = ({ pool }: Harness) =>
  eventually(
    async () => {
      const { rows } = await pool.query(
        `select 1 from backup_pack_uses join backups on backups.id = backup_id where state = 'making' limit 1`,
      )
      const ended = await pool.query('select 1 from task_parts where ended_at is null limit 1')
      if (rows.length === 0 && ended.rows.length > 0) throw new Error('the backup has not begun')
    },
    { deadlineMs: DEADLINE_MS, everyMs: 5 },
  )

const noteNewest = async ({ pool }: Harness, deviceId: number, hash: string, expected: Expected): Promise<void> => {
  const { rows } = await pool.query<{ id: number }>(
    `select id::int from backups where device_id = $1 and state = 'complete' order by id desc limit 1`,
    [deviceId],
  )
  const newest = rows[0]?.id
  if (newest !== undefined && !expected.has(newest)) expected.set(newest, hash)
}

/** Complete backups that do not give back what they were made from. */
const brokenNow = async (harness: Harness, expected: Expected, when: string): Promise<string[]> => {
  const { rows } = await harness.pool.query<{ id: number; state: string; manifest: Buffer | null }>(
    `select id::int, state, manifest from backups where state in ('complete', 'trashed') order by id desc limit 2`,
  )
  const violations: string[] = []
  for (const { id, state, manifest } of rows) {
    const hash = createHash('sha256')
    const given = await (async () => {
      if (!manifest) return 'no manifest'
      for await (const block of readBackup(manifest, harness.store(id))) hash.update(block)
      return hash.digest('hex')
    })().catch((error: unknown) => String(error))
    const wanted = expected.get(id)
    // A backup that became complete just before the kill is noted at the end of its round.
    if (wanted !== undefined && given !== wanted) violations.push(`backup ${id} (${state}) ${when}: ${given}`)
  }
  return violations
}

/** The space that is charged, the packs and their objects are the same bytes. */
const wrongSums = async (harness: Harness): Promise<string[]> => {
  const { rows: packs } = await harness.pool.query<{ id: number; kind: string | null; bytes: number }>(
    'select id::int, charged_as as kind, stored_bytes::int as bytes from backup_packs',
  )
  const { rows: usages } = await harness.pool.query<{ backup: number; trash: number }>(
    'select backup_bytes::float8 as backup, trash_bytes::float8 as trash from space_usage',
  )
  const { backup = 0, trash = 0 } = usages[0] ?? {}
  const sum = (kind: string) =>
    packs.filter((pack) => pack.kind === kind).reduce((total, { bytes }) => total + bytes, 0)
  let objectBytes = 0
  for (const { id } of packs) objectBytes += await harness.objectBytes(id)
  const { rows: making } = await harness.pool.query(`select id from backups where state = 'making'`)
  return [
    ...(making.length > 0 ? [`${making.length} half backups`] : []),
    ...(sum('backup') === backup ? [] : [`${backup} bytes charged, ${sum('backup')} in packs`]),
    ...(sum('trash') === trash ? [] : [`${trash} bytes of trash charged, ${sum('trash')} in packs`]),
    ...(objectBytes === backup + trash ? [] : [`${objectBytes} bytes in objects, ${backup + trash} charged`]),
  ]
}

/** One random bit at a time, of the packs or of the manifest. */
const unfoundFlips = async (harness: Harness, random: Random, flips: number): Promise<string[]> => {
  const deviceId = await harness.addDevice('flipped')
  const files = Array.from({ length: SMALL_FILES }, (_, index) => newFile(random, index))
  await writePhone(harness, 'flipped', files)
  const worker = await harness.startWorker()
  await harness.begin(deviceId)
  await harness.untilOver()
  await harness.kill(worker)
  const { rows } = await harness.pool.query<{ id: number; manifest: Buffer }>(
    `select id::int, manifest from backups where device_id = $1 and state = 'complete'`,
    [deviceId],
  )
  const [backup] = rows
  if (!backup) return ['the backup to be damaged was not made']
  const { rows: packs } = await harness.pool.query<{ id: number; bytes: number }>(
    `select packs.id::int, stored_bytes::int as bytes from backup_packs packs
     join backup_pack_uses on pack_id = packs.id where backup_id = $1`,
    [backup.id],
  )
  const store = harness.store(backup.id)
  const isWhole = (manifest: Buffer): Promise<boolean> =>
    verifyBackup(manifest, store).then(
      () => true,
      () => false,
    )
  const violations = (await isWhole(backup.manifest)) ? [] : ['the backup is damaged before any flip']
  for (let round = 0; round < flips; round += 1) {
    const bit = 1 << random.integer(0, 7)
    if (round % 10 === 0) {
      const at = random.integer(0, backup.manifest.length - 1)
      const manifest = Buffer.from(backup.manifest)
      manifest.writeUInt8(manifest.readUInt8(at) ^ bit, at)
      if (await isWhole(manifest)) violations.push(`bit ${bit} of byte ${at} of the manifest was not found`)
      continue
    }
    const pack = random.pick(packs)
    const at = random.integer(0, pack.bytes - 1)
    await flip(harness.objectPath(pack.id), at, bit)
    if (await isWhole(backup.manifest)) violations.push(`bit ${bit} of byte ${at} of pack ${pack.id} was not found`)
    await flip(harness.objectPath(pack.id), at, bit)
  }
  if (!(await isWhole(backup.manifest))) violations.push('the backup is damaged although every bit was flipped back')
  return violations
}

const flip = async (path: string, at: number, bit: number): Promise<void> => {
  const file = await open(path, 'r+')
  try {
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, at)
    byte.writeUInt8(byte.readUInt8() ^ bit)
    await file.write(byte, 0, 1, at)
  } finally {
    await file.close()
  }
}
