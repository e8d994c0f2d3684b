import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Phone } from '@yunji/phone-driver/types'
import { expect } from 'vitest'
import type { PhoneCheck } from '../phone-suite.ts'

const FOLDER = '/sdcard/Download/yunji-suite'
const SIZES = [0, 1, 1000, 64 * 1024, 64 * 1024 + 1, 5_000_000]

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const removeFolder = (phone: Phone) => phone.run(['rm', '-rf', FOLDER])

export const fileChecks: readonly PhoneCheck[] = [
  {
    name: 'files of any size come back as they went',
    async run(phone) {
      for (const size of SIZES) {
        const bytes = randomBytes(size)
        const path = `${FOLDER}/${size}.bin`
        expect(await phone.push(path, [bytes])).toEqual({ sizeBytes: size, sha256: sha256(bytes) })
        expect(sha256(await buffer(await phone.pull(path)))).toBe(sha256(bytes))
      }
      await removeFolder(phone)
    },
  },
  {
    name: 'a file replaces an older one, keeps its date, and says how far it is',
    async run(phone) {
      const path = `${FOLDER}/dated`
      const modifiedAt = new Date('2024-02-29T12:00:00Z')
      await phone.push(path, [Buffer.alloc(10_000)])
      const progress: number[] = []
      const chunks = [Buffer.from('one'), Buffer.from('two')]
      await phone.push(path, chunks, { modifiedAt, onProgress: (doneBytes) => progress.push(doneBytes) })
      expect(await phone.list(FOLDER)).toEqual([{ name: 'dated', isFolder: false, sizeBytes: 6, modifiedAt }])
      expect(progress.at(-1)).toBe(6)
      await removeFolder(phone)
    },
  },
  {
    name: 'names may be anything',
    async run(phone) {
      const names = [`it's "quoted"`, 'with space', '你好 世界.txt', '$(id)', 'a;b', '-rf']
      for (const name of names) await phone.push(`${FOLDER}/${name}`, [Buffer.from(name)])
      const listed = await phone.list(FOLDER)
      expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
      for (const name of names) expect((await buffer(await phone.pull(`${FOLDER}/${name}`))).toString()).toBe(name)
      await removeFolder(phone)
    },
  },
  {
    name: 'what is not there is told',
    async run(phone) {
      await expect(phone.pull(`${FOLDER}/absent`)).rejects.toMatchObject({ kind: 'commandFailed' })
      expect((await phone.run(['echo', 'still there'])).exitCode).toBe(0)
    },
  },
  {
    name: 'a source that breaks off leaves the phone reachable',
    async run(phone) {
      const broken = (function* () {
        yield randomBytes(100_000)
        throw new Error('the upload broke off')
      })()
      await expect(phone.push(`${FOLDER}/half`, broken)).rejects.toThrow('the upload broke off')
      expect((await phone.run(['echo', 'still there'])).exitCode).toBe(0)
      await removeFolder(phone)
    },
  },
  {
    name: 'a stream that nobody reads to its end holds up nothing',
    async run(phone) {
      await phone.push(`${FOLDER}/large`, [randomBytes(5_000_000)])
      const stream = await phone.pull(`${FOLDER}/large`)
      stream.once('readable', () => stream.destroy())
      await new Promise((resolve) => stream.once('close', resolve))
      expect((await phone.run(['echo', 'still there'])).exitCode).toBe(0)
      await removeFolder(phone)
    },
  },
]
