import { Button } from '../../../../shared/ui/button/button.tsx'
import { Box } from '../../../../shared/ui/elements/elements'
import { Sheet } from '../../../../shared/ui/overlay/sheet.tsx'
import { instance, useInstance } from '../instance-store.ts'
import { uploadFiles } from './upload-files.ts'
import styles from './upload-sheet.module.css'

/** Opened by the upload shortcut: a browser's file dialog needs a tap. */
export function UploadSheet() {
  const isOpen = useInstance(({ panel }) => panel === 'upload')
  const choose = () => {
    instance.closePanel()
    void uploadFiles()
  }
  return (
    <Sheet isOpen={isOpen} title="上传文件" onClose={instance.closePanel}>
      <Box className={styles.sheet}>
        <Box as="p" className={styles.hint}>
          安装包会直接安装，其他文件存到云手机的「Download」文件夹；一次最多 52 个，每个不超过 2 GB
        </Box>
        <Button onTap={choose}>选择文件</Button>
      </Box>
    </Sheet>
  )
}
