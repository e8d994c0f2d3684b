import { MAX_OPEN_UPLOADS } from '@yunji/contract/space/file/rules'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { client } from '../../../shared/platform/app/client'
import { chooseFiles } from '../../../shared/platform/files/choose-files'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { upload } from '../../../shared/ui/icon/files.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { uploadFiles } from '../uploads/uploads.ts'
import styles from './space-files.module.css'

const isMiniProgram = client.clientType === 'applet'

/** Files of any kind. The mini-program reaches them in two places, and asks which. */
export function UploadButton() {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, run } = useWrite(async (kind: 'any' | 'media') => {
    setAsking(false)
    await uploadFiles(await chooseFiles({ kind, from: 'files', limit: MAX_OPEN_UPLOADS }))
  })
  return (
    <>
      <Button icon={upload} isBusy={isBusy} onTap={() => (isMiniProgram ? setAsking(true) : run('any'))}>
        上传文件
      </Button>
      {isMiniProgram && (
        <Sheet isOpen={isAsking} title="上传文件" onClose={() => setAsking(false)}>
          <Box className={styles.uploadWays}>
            <Button variant="tint" onTap={() => run('media')}>
              从相册选择图片和视频
            </Button>
            <Button variant="tint" onTap={() => run('any')}>
              从聊天中选择文件
            </Button>
          </Box>
        </Sheet>
      )}
    </>
  )
}
