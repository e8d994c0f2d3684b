import { UPLOAD_MAXIMUM_FILES } from '@yunji/contract/display/limits'
import { randomId } from '../../../../shared/platform/app/random-id.ts'
import { chooseFiles, releaseFile } from '../../../../shared/platform/files/choose-files'
import type { ChosenFile } from '../../../../shared/platform/files/chosen-file.ts'
import { instance, useInstance } from '../instance-store.ts'
import { sendFile } from './send-file.ts'

/** Finished uploads disappear by themselves; failed ones stay until dismissed. */
const SHOWN_AFTER_MS = 3000

const upload = async (file: ChosenFile, uploadKey: string): Promise<void> => {
  const id = randomId()
  instance.addUpload({ id, name: file.name, progress: 0 })
  const failure =
    typeof file.content === 'string'
      ? undefined
      : await sendFile({
          id,
          file,
          uploadKey,
          onProgress: (progress) => instance.changeUpload(id, { progress }),
        })
  instance.changeUpload(id, failure === undefined ? { isDone: true } : { failure })
  releaseFile(file)
  if (failure === undefined) setTimeout(() => instance.removeUpload(id), SHOWN_AFTER_MS)
}

/** Lets the user choose files and sends them to the phone, one after the other; apps are installed there. */
export const uploadFiles = async (): Promise<void> => {
  const files = await chooseFiles({ kind: 'any', from: 'files', limit: UPLOAD_MAXIMUM_FILES })
  for (const file of files) {
    const { uploadKey } = useInstance.getState().player
    if (uploadKey === null) return
    await upload(file, uploadKey)
  }
}
