import { Zip, ZipDeflate } from 'fflate'
import { formatChinaTime } from '../../platform/china-time.ts'
import type { Database } from '../../platform/database.ts'
import { type PersonSource, personSources } from './person-source-store.ts'
import { readPersonPage } from './person-store.ts'

const ROWS_AT_ONCE = 500
const MOST_ROWS_PER_FILE = 200_000
const README = '说明.txt'

interface Person {
  readonly userId: number
  readonly createdAt: Date
}

interface WrittenFile {
  readonly name: string
  readonly rows: number
  readonly isCut: boolean
}

const readmeOf = ({ userId, createdAt }: Person, files: readonly WrittenFile[]): string =>
  [
    `用户 #${userId} 的个人数据，导出于 ${formatChinaTime(createdAt)}（北京时间）。`,
    '',
    '每个文件是一个 JSON 数组，每行一条记录；没有记录的文件是空数组。',
    '以 _at 结尾的是时间（含时区），以 _cents 结尾的是金额（单位：分），以 _bytes 结尾的是大小（单位：字节）。',
    '',
    ...files.map(({ name, rows, isCut }) => `${name}：${rows} 条${isCut ? '（记录过多，只含最早的部分）' : ''}`),
    '',
    '未包括：',
    '密码、登录凭据、验证码、激活码和分享的密钥：只以加密或散列的形式保存。',
    '证件号码：加密保存，实名认证页可以看到部分数字。',
    '图片、云空间文件、备份和发票的内容：登录后在相应页面查看或下载。',
    '使用日志：3 天内自动删除，不按用户查询。',
    '他人的姓名、号码和设备名称。',
    '',
  ].join('\r\n')

/**
 * ZIP of all data of a customer, page by page. Pages are read one after the other, not in one snapshot: a row that
 * changes meanwhile is in it as it was before or after.
 */
export async function* zipPerson(
  database: Pick<Database, 'pool'>,
  person: Person,
  onRows: (count: number) => void,
  sources: readonly PersonSource[] = personSources,
): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(Buffer.from(chunk))
  })
  const add = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name)
    file.mtime = person.createdAt
    zip.add(file)
    return file
  }
  const files: WrittenFile[] = []
  for (const source of sources) {
    const name = `${source.file}.json`
    const file = add(name)
    let rows = 0
    let place: readonly string[] | undefined
    do {
      const page = await readPersonPage(database, source, person.userId, place, ROWS_AT_ONCE)
      const text = page.lines.map((line, index) => `${rows + index > 0 ? ',\n' : '[\n'}${line}`).join('')
      rows += page.lines.length
      place = page.place
      onRows(page.lines.length)
      file.push(Buffer.from(text))
      yield* chunks.splice(0)
    } while (place && rows < MOST_ROWS_PER_FILE)
    file.push(Buffer.from(rows > 0 ? '\n]\n' : '[]\n'), true)
    files.push({ name, rows, isCut: place !== undefined })
  }
  add(README).push(Buffer.from(`\uFEFF${readmeOf(person, files)}`), true)
  zip.end()
  yield* chunks.splice(0)
}
