import {
  encodeSyncData,
  encodeSyncFail,
  encodeSyncWord,
  SYNC_FLAG_NONE,
  type SyncRequest,
  SyncRequestReader,
} from '@yunji/phone-protocol/adb/sync'
import {
  encodeEntry,
  encodeEntryV1,
  encodeListEnd,
  encodeStat,
  encodeStatV1,
  type SyncStat,
} from '@yunji/phone-protocol/adb/sync-response'
import { ProtocolError } from '@yunji/phone-protocol/protocol-error'
import { FileError } from '../files/errors.ts'
import type { FileStat, PhoneFiles } from '../files/phone-files.ts'
import { ADB_FEATURES } from '../system/config.ts'
import type { AdbStream } from './stream.ts'
import { SyncUpload } from './sync-upload.ts'

/** Requests of the sync service that came with a feature. */
const FEATURE_OF_REQUEST: Readonly<Record<string, string>> = {
  STA2: 'stat_v2',
  LST2: 'stat_v2',
  LIS2: 'ls_v2',
  SND2: 'sendrecv_v2',
  RCV2: 'sendrecv_v2',
}

const ROOT_USER = 0
/** Group of shared storage on Android. */
const MEDIA_GROUP = 1015
const DEVICE = 1n

/** The `sync:` service: one request after the other until QUIT or the end of the stream. */
export async function serveSync(
  files: PhoneFiles,
  stream: AdbStream,
  features: readonly string[] = ADB_FEATURES,
): Promise<void> {
  const reader = new SyncRequestReader()
  let upload: SyncUpload | null = null
  try {
    for (let chunk = await stream.read(); chunk !== null; chunk = await stream.read()) {
      for (const request of reader.push(chunk)) {
        if (request.id === 'QUIT') return await stream.end()
        const feature = FEATURE_OF_REQUEST[request.id]
        if (feature !== undefined && !features.includes(feature)) {
          await stream.write(encodeSyncFail(`unknown command ${request.id}`))
          return await stream.end()
        }
        if (upload === null && (request.id === 'SEND' || request.id === 'SND2')) {
          upload = new SyncUpload(files, request)
        } else if (upload === null) {
          await answer(files, stream, request)
        } else if (request.id === 'DATA') {
          await upload.add(request.data)
        } else if (request.id === 'DONE') {
          await stream.write(upload.finish(request.modifiedAtSeconds))
          upload = null
        } else {
          throw new ProtocolError(`${request.id} in the middle of a file`)
        }
      }
    }
  } finally {
    upload?.abort()
    stream.close()
  }
}

async function answer(files: PhoneFiles, stream: AdbStream, request: SyncRequest): Promise<void> {
  switch (request.id) {
    case 'STAT':
      return stream.write(encodeStatV1('STAT', statV1(findStat(() => files.lstat(request.path)))))
    case 'STA2':
      return stream.write(
        encodeStat(
          'STA2',
          statV2(() => files.stat(request.path)),
        ),
      )
    case 'LST2':
      return stream.write(
        encodeStat(
          'LST2',
          statV2(() => files.lstat(request.path)),
        ),
      )
    case 'LIST':
    case 'LIS2':
      return sendList(files, stream, request.path, request.id === 'LIST' ? 1 : 2)
    case 'RECV':
      return sendFile(files, stream, request.path)
    case 'RCV2':
      if (request.flags !== SYNC_FLAG_NONE) return stream.write(encodeSyncFail('compression is not supported'))
      return sendFile(files, stream, request.path)
    default:
      throw new ProtocolError(`${request.id} without a file`)
  }
}

async function sendList(files: PhoneFiles, stream: AdbStream, folder: string, version: 1 | 2): Promise<void> {
  const names = folderNames(files, folder)
  // Batched: one packet for each name would make large folders slow.
  let batch: Uint8Array[] = []
  for (const name of names) {
    const stat = () => files.lstat(`${folder}/${name}`)
    batch.push(version === 1 ? encodeEntryV1(name, statV1(findStat(stat))) : encodeEntry(name, statV2(stat)))
    if (batch.length === 256) {
      await stream.write(Buffer.concat(batch))
      batch = []
    }
  }
  await stream.write(Buffer.concat([...batch, encodeListEnd(version)]))
}

/** An unreadable folder looks empty: the protocol has no other answer. */
function folderNames(files: PhoneFiles, folder: string): string[] {
  try {
    return files.list(folder)
  } catch (error) {
    if (error instanceof FileError) return []
    throw error
  }
}

/**
 * The last chunk and DONE are one write, as adbd's buffers make them: in two, the host's adb would pass on DONE only
 * after its client's delayed acknowledgement, 40 ms for every file.
 */
async function sendFile(files: PhoneFiles, stream: AdbStream, path: string): Promise<void> {
  const done = encodeSyncWord('DONE', 0)
  try {
    const file = files.openToRead(path)
    try {
      let chunk = await file.read()
      while (chunk !== null) {
        const next = await file.read()
        const data = encodeSyncData(chunk)
        await stream.write(next === null ? Buffer.concat([data, done]) : data)
        if (next === null) return
        chunk = next
      }
    } finally {
      file.close()
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    return stream.write(encodeSyncFail(`open failed: ${error.message}`))
  }
  await stream.write(done)
}

function findStat(read: () => FileStat): FileStat | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof FileError) return null
    throw error
  }
}

const statV1 = (stat: FileStat | null) => ({
  mode: stat?.mode ?? 0,
  sizeBytes: (stat?.sizeBytes ?? 0) % 2 ** 32,
  modifiedAtSeconds: stat?.modifiedAtSeconds ?? 0,
})

function statV2(read: () => FileStat): SyncStat {
  let error = 0
  let stat: FileStat | null = null
  try {
    stat = read()
  } catch (thrown) {
    if (!(thrown instanceof FileError)) throw thrown
    error = thrown.errno
  }
  const modifiedAtSeconds = BigInt(stat?.modifiedAtSeconds ?? 0)
  return {
    error,
    device: stat === null ? 0n : DEVICE,
    inode: BigInt(stat?.inode ?? 0),
    mode: stat?.mode ?? 0,
    links: stat?.links ?? 0,
    userId: ROOT_USER,
    groupId: stat === null ? 0 : MEDIA_GROUP,
    sizeBytes: BigInt(stat?.sizeBytes ?? 0),
    accessedAtSeconds: modifiedAtSeconds,
    modifiedAtSeconds,
    changedAtSeconds: modifiedAtSeconds,
  }
}
