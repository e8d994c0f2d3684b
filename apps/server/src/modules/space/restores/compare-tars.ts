import { createHash, type Hash } from 'node:crypto'
import { type TarMember, TarMembers, TarType } from '@yunji/phone-driver/tar-members'

/** Content hash of each file, and target of each link, by name. */
export type TarContents = Map<string, string>

/** Passes a tar on and notes the files that `isCompared` chooses; of a name that comes twice the second counts. */
export async function* noteContents(
  tar: AsyncIterable<Uint8Array>,
  isCompared: (name: string) => boolean,
  contents: TarContents,
): AsyncGenerator<Uint8Array> {
  const reader = new ContentReader(isCompared, contents)
  for await (const chunk of tar) {
    reader.push(chunk)
    yield chunk
  }
}

class ContentReader {
  readonly #members: TarMembers
  readonly #contents: TarContents
  #member: TarMember | null = null
  #hash: Hash = createHash('sha256')
  #leftBytes = 0

  constructor(isCompared: (name: string) => boolean, contents: TarContents) {
    this.#contents = contents
    this.#members = new TarMembers(({ name, type }) => type !== TarType.folder && isCompared(name))
  }

  push(chunk: Uint8Array): void {
    for (const { member, isHeader, bytes } of this.#members.push(chunk)) {
      if (isHeader) this.#begin(member)
      else this.#add(bytes)
    }
  }

  #begin(member: TarMember): void {
    this.#member = member
    this.#hash = createHash('sha256')
    this.#leftBytes = member.sizeBytes
    if (member.type !== TarType.file) this.#contents.set(member.name, `${member.type} ${member.linkName}`)
    else if (member.sizeBytes === 0) this.#end()
  }

  #add(bytes: Uint8Array): void {
    const content = bytes.subarray(0, this.#leftBytes)
    this.#hash.update(content)
    this.#leftBytes -= content.length
    if (this.#leftBytes === 0) this.#end()
  }

  #end(): void {
    if (this.#member) this.#contents.set(this.#member.name, this.#hash.digest('base64'))
    this.#member = null
  }
}

/** Number of files that did not come out as they went in. */
export const countDifferences = (expected: TarContents, found: TarContents): number =>
  [...expected].filter(([name, hash]) => found.get(name) !== hash).length
