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
  utimesSync,
} from 'node:fs'
import path from 'node:path'
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

/** The phone's file system. Paths are absolute; failures are `FileError`s. */
export class PhoneFiles {
  readonly quota: Quota
  readonly #root: string
  readonly #unfinished: string
  readonly #virtualFiles: ReadonlyMap<string, VirtualFile>
  /** Called after every change of names or contents. */
  onChange: () => void = () => {}

  constructor({ root, unfinished, totalBytes, virtualFiles = new Map() }: PhoneFilesOptions) {
    this.#root = root
    this.#unfinished = unfinished
    this.#virtualFiles = virtualFiles
    mkdirSync(root, { recursive: true, mode: 0o700 })
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    this.quota = new Quota(totalBytes)
    this.quota.count(root)
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
    return asPhone(() => readdirSync(this.#place(folder)).toSorted())
  }

  makeFolder(folder: string, { isRecursive = false, mode = FOLDER_MODE } = {}): void {
    if (isRecursive && this.isFolder(folder)) return
    if (isRecursive) {
      const parent = path.posix.dirname(folder)
      if (parent !== folder && !this.isFolder(parent)) this.makeFolder(parent, { isRecursive })
    }
    this.quota.take(0)
    asPhone(() => {
      const place = this.#place(folder)
      mkdirSync(place)
      chmodSync(place, folderMode(mode)) // independent of the host's umask
    })
    this.onChange()
  }

  remove(file: string, { isRecursive = false } = {}): void {
    const place = this.#place(file, false)
    const found = this.#machineStat(place)
    if (place === this.#root) throw new FileError('EACCES')
    if (found.isDirectory() && !isRecursive) throw new FileError('EISDIR')
    const freedBytes = sizeOfTree(place)
    asPhone(() => rmSync(place, { recursive: isRecursive }))
    this.quota.give(freedBytes)
    this.onChange()
  }

  removeFolder(folder: string): void {
    if (this.list(folder).length > 0) throw new FileError('ENOTEMPTY')
    this.remove(folder, { isRecursive: true })
  }

  rename(from: string, to: string): void {
    const target = this.#place(to, false)
    const freedBytes = sizeOfTree(target)
    asPhone(() => renameSync(this.#place(from, false), target))
    this.quota.give(freedBytes)
    this.onChange()
  }

  link(target: string, file: string): void {
    const place = this.#place(file, false)
    if (target === '' || target.includes('\0')) throw new FileError('EINVAL')
    asPhone(() => symlinkSync(target, place))
    this.onChange()
  }

  readLink(file: string): string {
    return asPhone(() => readlinkSync(this.#place(file, false)))
  }

  setMode(file: string, mode: number): void {
    const place = this.#place(file)
    const isFolder = this.#machineStat(place).isDirectory()
    asPhone(() => chmodSync(place, isFolder ? folderMode(mode) : fileMode(mode)))
  }

  setModifiedAt(file: string, seconds: number): void {
    const place = this.#place(file)
    asPhone(() => utimesSync(place, seconds, seconds))
  }

  sizeOfTree(file: string): number {
    return sizeOfTree(this.#place(file, false))
  }

  openToRead(file: string): FileReader {
    const virtual = this.#virtualFiles.get(file)
    if (virtual !== undefined) return FileReader.ofBytes(virtual.read())
    const place = this.#place(file)
    if (this.#machineStat(place).isDirectory()) throw new FileError('EISDIR')
    return FileReader.open(place)
  }

  /** Replaces an existing file on commit. */
  create(file: string, { mode = FILE_MODE } = {}): FileWriter {
    if (this.#virtualFiles.has(file)) return FileWriter.toNowhere()
    const place = this.#place(file)
    const found = lstatSync(place, { throwIfNoEntry: false })
    if (found?.isDirectory()) throw new FileError('EISDIR')
    this.quota.take(0)
    return FileWriter.open({
      unfinished: this.#unfinished,
      mode: fileMode(found === undefined ? mode : found.mode),
      quota: this.quota,
      // Resolved again on commit: the folder may have changed meanwhile.
      place: () => this.#place(file),
      onCommit: () => this.onChange(),
    })
  }

  /** Synchronous; fewer bytes at the end of the file. */
  readRange(file: string, offset: number, length: number): Uint8Array {
    const place = this.#place(file)
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
    return asPhone(() => readFileSync(this.#place(file), 'utf8'))
  }

  writeText(file: string, text: string, options?: { mode: number }): void {
    const writer = this.create(file, options)
    writer.writeNow(Buffer.from(text))
    writer.commit()
  }

  #place(file: string, followsLast = true): string {
    return asPhone(() => resolvePath(this.#root, file, { followsLast }))
  }

  #machineStat(place: string): Stats {
    const found = asPhone(() => lstatSync(place, { throwIfNoEntry: false }))
    if (found === undefined) throw new FileError('ENOENT')
    return found
  }

  #statOf(file: string, followsLast: boolean): FileStat {
    const virtual = this.#virtualFiles.get(file)
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
    const found = this.#machineStat(this.#place(file, followsLast))
    return {
      kind: found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'file',
      mode: found.mode,
      sizeBytes: found.isDirectory() ? 4096 : found.size,
      modifiedAtSeconds: Math.floor(found.mtimeMs / 1000),
      inode: found.ino,
      links: found.nlink,
    }
  }
}

/** The owner keeps the bits that this program needs. */
const folderMode = (mode: number) => (mode & 0o777) | 0o700
const fileMode = (mode: number) => (mode & 0o777) | 0o400
