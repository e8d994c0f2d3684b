import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const FOLDER = fileURLToPath(new URL('../../../artifacts/failures', import.meta.url))
const MAX_NAME_LENGTH = 80

const nameOf = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_NAME_LENGTH)

/** Where a failed test leaves what a person wants to look at. The file is named from the root of the checkout. */
export const failureFolder = (file: string, test: string): string => join(FOLDER, nameOf(file), nameOf(test))

interface FailedTask {
  readonly name: string
  readonly file: { readonly name: string }
}

/** Keeps a picture and the words of each page, and the server's output; best effort, since pages may be gone. */
export const keepFailure = async (task: FailedTask, pages: readonly Page[], output: string): Promise<void> => {
  const folder = failureFolder(task.file.name, task.name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'server.log'), output)
  for (const [index, page] of pages.entries()) {
    const name = join(folder, `page-${index + 1}`)
    await page.screenshot({ path: `${name}.png`, timeout: 5000 }).catch(() => undefined)
    const words = await page.locator('body').innerText({ timeout: 5000 }).catch(String)
    await writeFile(`${name}.txt`, `${page.url()}\n${words}\n`)
  }
}
