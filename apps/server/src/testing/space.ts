import type { BegunAppTask } from '@yunji/contract/devices/app/schema'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { header } from '@yunji/contract/wire/request'
import { sideRoutes } from '@yunji/contract/wire/side-routes'
import type { ServerHarness } from './server-harness.ts'

interface Person {
  readonly userId: number
  readonly token: string
}

const TUS = { 'tus-resumable': '1.0.0' }
const PART = { 'content-type': 'application/offset+octet-stream' }

/** Files of a person's cloud space, put there and read by the protocol and the calls. */
export const createSpaceFiles = (server: ServerHarness, personOf: () => Person) => {
  let lastAddress = 0
  let lastKey = 0
  const send = (method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE', url: string, headers: object, payload?: Buffer) =>
    server.app.inject({
      method,
      url,
      headers: { [header.token]: personOf().token, ...TUS, ...headers },
      ...(payload && { payload }),
      remoteAddress: `10.8.${(++lastAddress >> 8) & 255}.${lastAddress & 255}`,
    })
  const create = (name: string, sizeBytes: number | string, headers: object = {}) =>
    send('POST', sideRoutes.spaceUpload.path, {
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      ...headers,
    })
  const append = (url: string, offset: number, content: Buffer, headers: object = {}) =>
    send('PATCH', url, { ...PART, 'upload-offset': String(offset), ...headers }, content)
  /** The id of the new file. */
  const add = async (name: string, content: Buffer | string): Promise<string> => {
    const bytes = Buffer.from(content)
    const url = String((await create(name, bytes.length)).headers['location'])
    await append(url, 0, bytes)
    return url.split('/').at(-1) ?? ''
  }
  const call = (name: string, input: object) =>
    server.post(`/vmcloud/api/space/${name}`, input, {
      token: personOf().token,
      headers: { 'idempotency-key': `space-call-of-the-test-${++lastKey}` },
    })
  const read = async (name: string, query = ''): Promise<Record<string, never>> =>
    (await server.get(`/vmcloud/api/space/${name}${query}`, { token: personOf().token })).data as never
  const list = async (query = ''): Promise<SpaceFile[]> =>
    ((await read('getFileList', `?rows=100${query}`)) as { records?: SpaceFile[] }).records ?? []
  return {
    send,
    create,
    append,
    add,
    call,
    read,
    list,
    names: async (query = '') => (await list(query)).map(({ name }) => name),
    begin: async (name: string, input: object) => (await call(name, input)).data as BegunAppTask,
    /** Runs the periodic job once. */
    sweep: async (): Promise<void> => {
      await server.periodicJobs.find(({ name }) => name === 'space.sweepFiles')?.run()
    },
  }
}
