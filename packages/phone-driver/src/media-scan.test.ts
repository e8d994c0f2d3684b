import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type PhoneHost, startPhoneHost } from '@yunji/virtual-phone/host'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone } from './phone.ts'
import { createKeys } from './testing/scripted-phone.ts'

const keys = createKeys()
const picture = [Buffer.from('a picture')]
let folder: string
let host: PhoneHost

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'yunji-media-'))
  host = await startPhoneHost({ dataDir: folder, secret: 'of this test', bootMs: 0 })
})
afterAll(async () => {
  await host.close()
  await rm(folder, { recursive: true, force: true })
})

test.each(['8.0', '10', '11', '13'])(
  'a picture on Android %s is in the media index once it is there',
  async (version) => {
    const { port } = await host.put(version, { authorisedKeys: [keys.publicKey], androidVersion: version })
    const log: string[] = []
    const phone = openPhone({ host: '127.0.0.1', port, keys, log: (line) => log.push(line) })
    const index = async () =>
      (await phone.run(['content', 'query', '--uri', 'content://media/external/images/media'])).stdout
    await phone.push('/sdcard/Download/plain.png', picture)
    expect(await index()).toBe('No result found.\n')
    await phone.push("/sdcard/Download/it's 100% 云.png", picture, { isShownInGallery: true })
    await phone.push('/data/local/tmp/elsewhere.png', picture, { isShownInGallery: true })
    expect(await index()).toBe("Row: 0 _data=/storage/emulated/0/Download/it's 100% 云.png\n")
    expect(log).toEqual([])
    await host.setState(version, { awayServices: ['media', 'activity'] })
    await phone.push('/sdcard/Download/plain.png', picture, { isShownInGallery: true })
    expect(log).toEqual([expect.stringContaining('media scan of a file failed')])
    await phone.close()
  },
)
