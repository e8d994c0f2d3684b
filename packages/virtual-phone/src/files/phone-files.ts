import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { type Need, type PhoneUser, refusalOf } from './access.ts'
import { asPhone, FileError } from './errors.ts'
import { FileReader } from './file-reader.ts'
import { FileWriter } from './file-writer.ts'
import { resolvePath } from './paths.ts'
import { Quota, sizeOfTree } from './quota.ts'

/** Generated on read; writes are discarded. */
export interface VirtualFile {
  read(): Uint8Array
  isDevice?: boolean
}

export const NULL_DEVICE: VirtualFile = { read: () => new Uint8Array(0), isDevice: true }

export const textFile = (read: () => string): VirtualFile => ({ read: () => Buffer.from(read()) })

export interface FileStat {
  kind: 'file' | 'folder' | 'link' | 'device' | 'socket'
  /** With the file type bits. */
  mode: number
  sizeBytes: number
  modifiedAtSeconds: number
  inode: number
  links: number
}

interface PhoneFilesOptions {
  /** Host folder that is the phone's `/`. */
  root: string
  /** Host folder for temporary files; emptied at start. */
  unfinished: string
  totalBytes: number
  /** Files generated on read, such as `/proc/meminfo`. */
  virtualFiles?: ReadonlyMap<string, VirtualFile>
}

const FOLDER_MODE = 0o771
const FILE_MODE = 0o644
/** Host bits that mark a socket: no file of the phone can have both. */
const SOCKET_MARK = 0o5000
const SOCKET_TYPE = 0o140000

/** Change of a file while it is read. */
export type Restless = 'vanishes' | 'shrinks'

/** Everything that the views of all users share. */
interface Store {
  readonly root: string
  readonly unfinished: string
  readonly virtualFiles: ReadonlyMap<string, VirtualFile>
  readonly quota: Quota
  readonly restless: Map<string, Restless>
  onChange: () => void
}

/** The phone's file system, as one user sees it. Paths are absolute; failures are `FileError`s. */
export class PhoneFiles {
  readonly #store: Store
  /** Null for Android's own services. */
  readonly #user: PhoneUser | null

  private constructor(store: Store, user: PhoneUser | null) {
    this.#store = store
    this.#user = user
  }

  static open({ root, unfinished, totalBytes, virtualFiles = new Map() }: PhoneFilesOptions): PhoneFiles {
    mkdirSync(root, { recursive: true, mode: 0o700 })
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    const quota = new Quota(totalBytes)
    quota.count(root)
    return new PhoneFiles({ root, unfinished, virtualFiles, quota, restless: new Map(), onChange: () => {} }, null)
  }

  /** The same files with the rights of a user. */
  as(user: PhoneUser): PhoneFiles {
    return new PhoneFiles(this.#store, user)
  }

  get quota(): Quota {
    return this.#store.quota
  }

  /** Called after every change of names or contents. */
  set onChange(listener: () => void) {
    this.#store.onChange = listener
  }

  /** A socket that some program has left there. */
  makeSocket(file: string): void {
    this.makeFolder(path.posix.dirname(file), { isRecursive: true })
    this.writeText(file, '')
    chmodSync(this.#place(file, 'write'), SOCKET_MARK | 0o600)
  }

  /** The file changes whenever it is opened to read. */
  makeRestless(file: string, behaviour: Restless): void {
    this.#store.restless.set(this.#place(file, 'write'), behaviour)
  }

  /** In place, unlike everything else that writes. */
  truncate(file: string, sizeBytes: number): void {
    const place = this.#place(file, 'write')
    const { size } = this.#machineStat(place)
    if (sizeBytes > size) this.quota.take(sizeBytes - size)
    asPhone(() => truncateSync(place, sizeBytes))
    if (sizeBytes < size) this.quota.give(size - sizeBytes)
    this.#store.onChange()
  }

  stat(file: string): FileStat {
    return this.#statOf(file, true)
  }

  lstat(file: string): FileStat {
    return this.#statOf(file, false)
  }

  find(file: string): FileStat | null {
    try {
      return this.stat(file)
    } catch (error) {
      if (error instanceof FileError) return null
      throw error
    }
  }

  /** Null when there is nothing, or no link. */
  findLink(file: string): FileStat | null {
    try {
      const found = this.lstat(file)
      return found.kind === 'link' ? found : null
    } catch (error) {
      if (error instanceof FileError) return null
      throw error
    }
  }

  isFolder(file: string): boolean {
    return this.find(file)?.kind === 'folder'
  }

  list(folder: string): string[] {
    const place = this.#place(folder, 'list')
    const names = asPhone(() => readdirSync(place))
    const mounted = place === path.join(this.#store.root, 'storage/emulated') ? ['0'] : []
    return [...new Set([...names, ...mounted])].toSorted()
  }

  makeFolder(folder: string, { isRecursive = false, mode = FOLDER_MODE } = {}): void {
    if (isRecursive && this.isFolder(folder)) return
    if (isRecursive) {
      const parent = path.posix.dirname(folder)
      if (parent !== folder && !this.isFolder(parent)) this.makeFolder(parent, { isRecursive })
    }
    this.quota.take(0)
    asPhone(() => {
      const place = this.#place(folder, 'write')
      mkdirSync(place)
      chmodSync(place, folderMode(mode)) // independent of the host's umask
    })
    this.#store.onChange()
  }

  remove(file: string, { isRecursive = false } = {}): void {
    const found = this.#machineStat(this.#place(file, 'search', false))
    const place = this.#place(file, 'write', false)
    if (place === this.#store.root) throw new FileError('EACCES')
    if (found.isDirectory() && !isRecursive) throw new FileError('EISDIR')
    const freedBytes = sizeOfTree(place)
    asPhone(() => rmSync(place, { recursive: isRecursive }))
    this.quota.give(freedBytes)
    this.#store.onChange()
  }

  removeFolder(folder: string): void {
    if (this.list(folder).length > 0) throw new FileError('ENOTEMPTY')
    this.remove(folder, { isRecursive: true })
  }

  rename(from: string, to: string): void {
    const target = this.#place(to, 'write', false)
    const freedBytes = sizeOfTree(target)
    asPhone(() => renameSync(this.#place(from, 'write', false), target))
    this.quota.give(freedBytes)
    this.#store.onChange()
  }

  link(target: string, file: string): void {
    const place = this.#place(file, 'write', false)
    if (target === '' || target.includes('\0')) throw new FileError('EINVAL')
    asPhone(() => symlinkSync(target, place))
    this.#store.onChange()
  }

  readLink(file: string): string {
    return asPhone(() => readlinkSync(this.#place(file, 'search', false)))
  }

  setMode(file: string, mode: number): void {
    const place = this.#place(file, 'write')
    const isFolder = this.#machineStat(place).isDirectory()
    asPhone(() => chmodSync(place, isFolder ? folderMode(mode) : fileMode(mode)))
  }

  setModifiedAt(file: string, seconds: number): void {
    const place = this.#place(file, 'write')
    asPhone(() => utimesSync(place, seconds, seconds))
  }

  sizeOfTree(file: string): number {
    return sizeOfTree(this.#place(file, 'list', false))
  }

  openToRead(file: string): FileReader {
    const virtual = this.#store.virtualFiles.get(file)
    if (virtual !== undefined) return FileReader.ofBytes(virtual.read())
    const place = this.#place(file, 'read')
    this.#stir(place)
    const found = this.#machineStat(place)
    if (found.isDirectory()) throw new FileError('EISDIR')
    if (isSocket(found)) throw new FileError('ENXIO')
    return FileReader.open(place)
  }

  #stir(place: string): void {
    const behaviour = this.#store.restless.get(place)
    const { size } = behaviour === undefined ? { size: 0 } : this.#machineStat(place)
    if (behaviour === 'vanishes') rmSync(place)
    else if (behaviour === 'shrinks') truncateSync(place, Math.floor(size / 2))
    else return
    this.quota.give(behaviour === 'vanishes' ? size : Math.ceil(size / 2))
    this.#store.restless.delete(place)
  }

  /** Replaces an existing file on commit. */
  create(file: string, { mode = FILE_MODE } = {}): FileWriter {
    if (this.#store.virtualFiles.has(file)) return FileWriter.toNowhere()
    const place = this.#place(file, 'write')
    const found = lstatSync(place, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new FileError('EISDIR')
    this.quota.take(0)
    return FileWriter.open({
      unfinished: this.#store.unfinished,
      mode: fileMode(found === undefined ? mode : found.mode),
      quota: this.quota,
      // Resolved again on commit: the folder may have changed meanwhile.
      place: () => this.#place(file, 'write'),
      onCommit: () => this.#store.onChange(),
    })
  }

  /** Synchronous; fewer bytes at the end of the file. */
  readRange(file: string, offset: number, length: number): Uint8Array {
    const place = this.#place(file, 'read')
    return asPhone(() => {
      const handle = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const bytes = new Uint8Array(Math.max(0, Math.min(length, fstatSync(handle).size - offset)))
        return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, offset))
      } finally {
        closeSync(handle)
      }
    })
  }

  /** Synchronous, for small files. */
  readText(file: string): string {
    return asPhone(() => readFileSync(this.#place(file, 'read'), 'utf8'))
  }

  writeText(file: string, text: string, options?: { mode: number }): void {
    const writer = this.create(file, options)
    writer.writeNow(Buffer.from(text))
    writer.commit()
  }

  #place(file: string, need: Need, followsLast = true): string {
    const { root } = this.#store
    const place = asPhone(() => resolvePath(root, file, { followsLast }))
    const refusal = this.#user === null ? null : refusalOf(this.#user, place.slice(root.length) || '/', need)
    if (refusal !== null) throw new FileError(refusal)
    return place
  }

  #machineStat(place: string): Stats {
    const found = asPhone(() => lstatSync(place, { throwIfNoEntry: false }))
    if (found === undefined) throw new FileError('ENOENT')
    return found
  }

  #statOf(file: string, followsLast: boolean): FileStat {
    const virtual = this.#store.virtualFiles.get(file)
    if (virtual !== undefined) {
      const isDevice = virtual.isDevice ?? false
      return {
        kind: isDevice ? 'device' : 'file',
        mode: isDevice ? 0o020666 : 0o100444,
        sizeBytes: 0,
        modifiedAtSeconds: 0,
        inode: 1,
        links: 1,
      }
    }
    const found = this.#machineStat(this.#place(file, 'search', followsLast))
    return {
      kind: kindOf(found),
      mode: isSocket(found) ? SOCKET_TYPE | (found.mode & 0o777) : found.mode,
      sizeBytes: found.isDirectory() ? 4096 : found.size,
      modifiedAtSeconds: Math.floor(found.mtimeMs / 1000),
      inode: found.ino,
      links: found.nlink,
    }
  }
}

const isSocket = (found: Stats) => found.isFile() && (found.mode & SOCKET_MARK) === SOCKET_MARK

function kindOf(found: Stats): FileStat['kind'] {
  if (found.isDirectory()) return 'folder'
  if (found.isSymbolicLink()) return 'link'
  return isSocket(found) ? 'socket' : 'file'
}

/** The owner keeps the bits that this program needs. */
const folderMode = (mode: number) => (mode & 0o777) | 0o700
const fileMode = (mode: number) => (mode & 0o777) | 0o400
