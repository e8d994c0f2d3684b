import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { makeApk } from '@yunji/virtual-phone/testing/make-apk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Batch, PhoneResult, PhoneSpec, Supplier, SupplierError } from '../../platform/supplier.ts'

export interface SupplierUnderTest {
  readonly supplier: Supplier
  /** Zone with stock for two phones. */
  readonly zoneCode: string
  stop(): Promise<void>
}

/** Contract tests of suppliers, run by each adapter. */
export const supplierSuite = (name: string, open: () => Promise<SupplierUnderTest>): void => {
  describe(`supplier: ${name}`, () => {
    let subject: SupplierUnderTest
    let supplier: Supplier
    const order = (phoneId: string): PhoneSpec => ({ phoneId, zoneCode: subject.zoneCode, version: '10/B' })
    /** Results of a batch, also of an asynchronous supplier. */
    const resultsOf = async (batch: Batch): Promise<readonly PhoneResult[]> => {
      if (batch.kind === 'done') return batch.results
      for (;;) {
        const { isOver, results } = await supplier.findTask(batch.taskId)
        if (isOver) return results
      }
    }

    beforeAll(async () => {
      subject = await open()
      supplier = subject.supplier
      await supplier.provision(order('one'))
      await supplier.provision(order('two'))
    })
    afterAll(async () => {
      await supplier?.close()
      await subject?.stop()
    })

    it('gives out phones that run, and the same one for the same order', async () => {
      await supplier.provision(order('one'))
      expect(await Promise.all(['one', 'two'].map((id) => supplier.health(id)))).toEqual(['up', 'up'])
      expect(await supplier.health('never provided')).toBe('down')
    })

    it('tells how a command went on each phone', async () => {
      const batch = await supplier.run({ kind: 'openUrl', url: 'https://example.com/' }, ['one', 'absent', 'two'])
      const results = await resultsOf(batch)
      expect(results.map(({ phoneId, error }) => [phoneId, error?.kind])).toEqual([
        ['one', undefined],
        ['absent', 'unknownPhone'],
        ['two', undefined],
      ])
    })

    it('does every command that it says it can', async () => {
      const commands = [
        { kind: 'freeMemory' },
        { kind: 'clearCaches' },
        { kind: 'factoryReset' },
        { kind: 'openUrl', url: 'http://example.com/' },
        { kind: 'startApp', packageName: 'com.android.settings' },
        { kind: 'reboot' },
      ] as const
      for (const command of commands.filter(({ kind }) => supplier.capabilities.commands.has(kind))) {
        expect(await resultsOf(await supplier.run(command, ['one']))).toEqual([{ phoneId: 'one' }])
      }
      expect(await supplier.health('one')).toBe('up')
    })

    it('names what cannot be done', async () => {
      const kindOf = async (batch: Promise<Batch>) => (await resultsOf(await batch))[0]?.error?.kind
      expect(await kindOf(supplier.run({ kind: 'openUrl', url: 'file:///sdcard' }, ['one']))).toBe('badUrl')
      expect(await kindOf(supplier.run({ kind: 'uninstall', packageName: 'com.example.absent' }, ['one']))).toBe(
        'absentPackage',
      )
      expect(await kindOf(supplier.run({ kind: 'startApp', packageName: 'com.example.absent' }, ['one']))).toBe(
        'absentPackage',
      )
    })

    it('refuses more phones at once than it bears', async () => {
      const tooMany = Array.from({ length: supplier.capabilities.batchLimit + 1 }, (_, index) => `phone-${index}`)
      await expect(supplier.run({ kind: 'freeMemory' }, tooMany)).rejects.toMatchObject({ kind: 'throttled' })
    })

    it('shows what is on a phone', async () => {
      const apps = await supplier.listApps('one')
      expect(apps).toContainEqual(expect.objectContaining({ packageName: 'com.android.settings', isSystem: true }))
      const picture = await supplier.screenshot('one')
      expect(picture.data.length).toBeGreaterThan(1000)
      await expect(supplier.listApps('absent')).rejects.toMatchObject({ kind: 'unknownPhone' })
      await expect(supplier.screenshot('absent')).rejects.toMatchObject({ kind: 'unknownPhone' })
      expect(await supplier.usedStorageBytes('one')).toBeGreaterThan(0)
      await expect(supplier.usedStorageBytes('absent')).rejects.toMatchObject({ kind: 'unknownPhone' })
    })

    it('makes a phone another size, or says that it cannot', async () => {
      const size = { cpuCores: 8, memoryGb: 8, storageGb: 256 }
      const failure = await supplier.resize('one', size).then(
        () => undefined,
        (error: SupplierError) => error.kind,
      )
      expect([undefined, 'unsupported']).toContain(failure)
      expect(await supplier.health('one')).toBe('up')
      await expect(supplier.resize('absent', size)).rejects.toMatchObject({ kind: failure ?? 'unknownPhone' })
    })

    it('starts a phone with another image and all its data, or keeps its images itself', async () => {
      const before = await supplier.listApps('one')
      await supplier.updateImage?.('one', 'B-1.1')
      expect(await supplier.health('one')).toBe('up')
      expect(await supplier.listApps('one')).toEqual(before)
      await supplier.updateImage?.('one', '')
      expect(await supplier.health('one')).toBe('up')
    })

    it('copies apps and data to another phone, and leaves the first as it is', async () => {
      const connection = supplier.openConnection('one')
      const upload = (bytes: Uint8Array) => ({ body: [bytes], sizeBytes: bytes.length, onProgress: () => undefined })
      await connection.install(upload(makeApk({ packageName: 'com.example.carried' })) as never)
      await connection.push('/sdcard/Download/carried.txt', upload(Buffer.from('carried')) as never)
      connection.close()
      const percents: number[] = []
      for (let times = 0; times < 2; times += 1)
        await supplier.copyData?.('one', 'two', undefined, (percent) => percents.push(percent))
      const appsOf = async (phoneId: string) =>
        (await supplier.listApps(phoneId)).filter(({ isSystem }) => !isSystem).map(({ packageName }) => packageName)
      expect([await appsOf('one'), await appsOf('two')]).toEqual([['com.example.carried'], ['com.example.carried']])
      expect(percents.length).toBeGreaterThan(0)
      await expect(supplier.copyData?.('one', 'absent')).rejects.toMatchObject({ kind: 'unknownPhone' })
    })

    it('streams a backup of a phone, or has no access to its data', async () => {
      const backup = await supplier.createBackup?.('one')
      if (!backup) return
      const tar = await buffer(backup.body)
      const { sizeBytes, sha256, contents } = await backup.finished
      expect(tar.length).toBe(sizeBytes)
      expect(createHash('sha256').update(tar).digest('hex')).toBe(sha256)
      expect(contents.apps).toMatchObject([{ packageName: 'com.example.carried', parts: [{ name: 'base' }] }])
      expect(backup.plan.apps).toMatchObject([{ packageName: 'com.example.carried' }])
      await expect(supplier.createBackup?.('absent')).rejects.toMatchObject({ kind: 'unknownPhone' })
      const stop = new AbortController()
      const stopped = await supplier.createBackup?.('one', { signal: stop.signal })
      stop.abort(new Error('enough'))
      await expect(buffer(stopped?.body ?? Readable.from([]))).rejects.toThrow('enough')
    })

    it('restores a backup to another phone, and refuses a damaged one with nothing touched', async () => {
      const { createBackup, restoreBackup, recoverRestore } = supplier
      if (!createBackup || !restoreBackup || !recoverRestore) return
      const { body, finished } = await createBackup('one')
      const tar = await buffer(body)
      const { contents } = await finished
      const half = restoreBackup('two', [tar.subarray(0, tar.length >> 1)], contents, { sizeBytes: tar.length })
      await expect(half).rejects.toMatchObject({ kind: 'badArchive' })
      const restored = await restoreBackup('two', [tar], contents, { sizeBytes: tar.length })
      expect(restored.restoredPackages).toContain('com.example.carried')
      expect(await recoverRestore('two')).toBe('nothingToDo')
      const { body: again } = await createBackup('two')
      expect((await buffer(again)).includes('carried.txt')).toBe(true)
      const absent = restoreBackup('absent', [tar], contents, { sizeBytes: tar.length })
      await expect(absent).rejects.toMatchObject({ kind: 'unknownPhone' })
    })

    it('switches a phone off and on with everything on it, or has no switch', async () => {
      const { switchPower } = supplier
      expect(await supplier.health('one')).toBe('up')
      if (!switchPower) return
      const before = await supplier.bootMark?.('one')
      for (let times = 0; times < 2; times += 1) {
        await switchPower('one', false)
        expect(await supplier.health('one')).toBe('off')
      }
      await expect(supplier.listApps('one')).rejects.toMatchObject({ kind: 'unreachable' })
      for (let times = 0; times < 2; times += 1) {
        await switchPower('one', true)
        expect(await supplier.health('one')).toBe('up')
      }
      expect(await supplier.bootMark?.('one')).not.toBe(before)
      // An order for a phone that is off hands it over running, and one that is off is taken back like any other.
      await switchPower('one', false)
      await supplier.provision(order('one'))
      expect(await supplier.health('one')).toBe('up')
      await switchPower('two', false)
      await expect(switchPower('absent', true)).rejects.toMatchObject({ kind: 'unknownPhone' })
    })

    it('gives up when nobody waits any more', async () => {
      const batch = await supplier.run({ kind: 'reboot' }, ['two'], AbortSignal.abort())
      expect((await resultsOf(batch))[0]?.error?.kind).toBe('timeout')
    })

    it('knows nothing of a task that it never gave', async () => {
      expect(await supplier.findTask('never given')).toEqual({ isOver: true, results: [] })
    })

    it('takes phones back, and counts one that is gone as taken', async () => {
      expect(await resultsOf(await supplier.release(['two']))).toEqual([{ phoneId: 'two' }])
      expect(await resultsOf(await supplier.release(['two', 'absent']))).toEqual([
        { phoneId: 'two' },
        { phoneId: 'absent' },
      ])
      expect(await supplier.health('two')).toBe('down')
      await supplier.provision(order('three'))
      expect(await supplier.health('three')).toBe('up')
    })
  })
}
