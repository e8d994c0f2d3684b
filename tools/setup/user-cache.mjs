import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * A cache of the user, outside the checkout and shared by all clones: builds, checks that passed, results of test runs.
 * Every entry can be deleted at any time. Entries come and go by a rename, so a half-written one is never seen, and a
 * damaged one is found by its checksum. Plain JavaScript for Node 20.19, since the set-up uses it.
 */
const PROJECT = 'yunji'
const FOLDERS_LIMIT_BYTES = 400 * 2 ** 20
const FILES_LIMIT = 3000
const MANIFEST = 'manifest.json'
const UNFINISHED = 'unfinished-'
const UNFINISHED_KEPT_MS = 60 * 60_000

/** Everything is done and stored anew. */
export const isForced = () => process.argv.includes('--force')

/** The cache of this user, or one in the checkout when the home is missing or read-only. */
export function userCache(root) {
  const { XDG_CACHE_HOME = '' } = process.env
  const places = [path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(os.homedir(), '.cache')]
  const folder = [...places.map((place) => path.join(place, PROJECT)), path.join(root, '.cache', 'user')].find(canWrite)
  return new UserCache(folder)
}

function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export class UserCache {
  #folder
  #limits

  /** Without a folder nothing is found and nothing stored. */
  constructor(folder, limits = { bytes: FOLDERS_LIMIT_BYTES, files: FILES_LIMIT }) {
    this.#folder = folder
    this.#limits = limits
  }

  /** Puts a stored folder in place of the target; false when there is none, or a damaged one. */
  restoreFolder(kind, key, target) {
    const entry = this.#entry(kind, key)
    if (!entry || !existsSync(path.join(entry, MANIFEST))) return false
    const copy = `${target}.${UNFINISHED}${randomName()}`
    try {
      const { hashes } = JSON.parse(readFileSync(path.join(entry, MANIFEST), 'utf8'))
      copyFiles(path.join(entry, 'files'), copy, Object.keys(hashes))
      if (JSON.stringify(hashFiles(copy)) !== JSON.stringify(hashes)) throw new Error('damaged')
      touch(entry)
      rmSync(target, { recursive: true, force: true })
      renameSync(copy, target)
      return true
    } catch {
      this.#remove(entry)
      discard(copy)
      return false
    }
  }

  /** Best effort: a full or read-only disk stores nothing. */
  storeFolder(kind, key, source) {
    const entry = this.#entry(kind, key)
    if (!entry) return
    const unfinished = path.join(this.#folder, `${UNFINISHED}${randomName()}`)
    try {
      const hashes = hashFiles(source)
      copyFiles(source, path.join(unfinished, 'files'), Object.keys(hashes))
      const bytes = Object.keys(hashes).reduce((sum, file) => sum + statSync(path.join(source, file)).size, 0)
      writeFileSync(path.join(unfinished, MANIFEST), JSON.stringify({ bytes, hashes }))
      mkdirSync(path.dirname(entry), { recursive: true })
      this.#remove(entry)
      renameSync(unfinished, entry)
    } catch {
      discard(unfinished)
    }
    this.#prune()
  }

  /** The text that was stored; undefined when there is none, or a damaged one. */
  readText(kind, key) {
    const entry = this.#entry(kind, key)
    try {
      const [hash, text] = splitOnce(readFileSync(entry, 'utf8'))
      if (hash !== hashOf(text)) throw new Error('damaged')
      touch(entry)
      return text
    } catch {
      return undefined
    }
  }

  storeText(kind, key, text) {
    const entry = this.#entry(kind, key)
    if (!entry) return
    const unfinished = path.join(this.#folder, `${UNFINISHED}${randomName()}`)
    try {
      mkdirSync(path.dirname(entry), { recursive: true })
      writeFileSync(unfinished, `${hashOf(text)}\n${text}`)
      renameSync(unfinished, entry)
    } catch {
      discard(unfinished)
    }
    this.#prune()
  }

  /** Keys of a kind, in the order of their names. */
  list(kind) {
    if (!this.#folder) return []
    try {
      return readdirSync(path.join(this.#folder, kind)).toSorted()
    } catch {
      return []
    }
  }

  remove(kind, key) {
    const entry = this.#entry(kind, key)
    if (entry) this.#remove(entry)
  }

  #entry(kind, key) {
    return this.#folder && path.join(this.#folder, kind, key)
  }

  /** By a rename first, so that nobody reads half of it. */
  #remove(entry) {
    const removed = path.join(this.#folder, `${UNFINISHED}${randomName()}`)
    try {
      renameSync(entry, removed)
    } catch {
      return // another clone has removed it
    }
    discard(removed)
  }

  /** Removes the least recently used, and what an interrupted clone has left. */
  #prune() {
    const old = Date.now() - UNFINISHED_KEPT_MS
    for (const name of this.list('.').filter((each) => each.startsWith(UNFINISHED))) {
      const place = path.join(this.#folder, name)
      if ((infoOf(place)?.mtimeMs ?? old) < old) discard(place)
    }
    const entries = this.list('.')
      .filter((name) => !name.startsWith(UNFINISHED))
      .flatMap((kind) => this.list(kind).map((key) => path.join(this.#folder, kind, key)))
      .flatMap((entry) => infoOf(entry) ?? [])
      .toSorted((one, other) => other.mtimeMs - one.mtimeMs)
    let bytes = 0
    let files = 0
    for (const entry of entries) {
      bytes += entry.bytes
      files += 1
      if (bytes > this.#limits.bytes || files > this.#limits.files) this.#remove(entry.place)
    }
  }
}

function infoOf(place) {
  try {
    const { mtimeMs, size } = statSync(place)
    const manifest = path.join(place, MANIFEST)
    return { place, mtimeMs, bytes: existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).bytes : size }
  } catch {
    return undefined
  }
}

function discard(place) {
  try {
    rmSync(place, { recursive: true, force: true })
  } catch {
    // Never made, or removed by another clone; else it goes with the unfinished ones.
  }
}

const randomName = () => randomBytes(8).toString('hex')
const hashOf = (content) => createHash('sha256').update(content).digest('hex')
const touch = (entry) => utimesSync(entry, new Date(), new Date())

function splitOnce(text) {
  const end = text.indexOf('\n')
  return [text.slice(0, end), text.slice(end + 1)]
}

/** Hashes of all files below a folder, by their names. */
function hashFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).toSorted()
  const used = files.filter((file) => statSync(path.join(folder, file)).isFile())
  return Object.fromEntries(used.map((file) => [file, hashOf(readFileSync(path.join(folder, file)))]))
}

function copyFiles(from, to, files) {
  mkdirSync(to, { recursive: true })
  for (const file of files) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    copyFileSync(path.join(from, file), path.join(to, file))
  }
}
