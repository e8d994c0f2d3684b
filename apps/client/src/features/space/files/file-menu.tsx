import { fileTaskKind } from '@yunji/contract/devices/app/rules'
import type { SpaceFile } from '@yunji/contract/space/file/schema'
import { useState } from 'react'
import { useWrite } from '../../../shared/api/use-write.ts'
import { client } from '../../../shared/platform/app/client'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { edit, trash } from '../../../shared/ui/icon/controls.ts'
import { download, image, pack } from '../../../shared/ui/icon/files.ts'
import { phone } from '../../../shared/ui/icon/icons.ts'
import { Sheet } from '../../../shared/ui/overlay/sheet.tsx'
import { aboutFile, FileFace, FileTile } from './file-row.tsx'
import { downloadFile } from './files.ts'
import { RenameForm } from './rename-form.tsx'
import styles from './space-files.module.css'

const isMiniProgram = client.clientType === 'applet'

interface FileMenuProps {
  readonly file: SpaceFile
  readonly nowMs: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onPreview: () => void
  readonly onSend: () => void
  readonly onTrash: () => void
}

/** Actions on one file. */
export function FileMenu({ file, nowMs, isOpen, onClose, onPreview, onSend, onTrash }: FileMenuProps) {
  const [isRenaming, setRenaming] = useState(false)
  const saving = useWrite(() => downloadFile(file))
  const close = () => {
    setRenaming(false)
    onClose()
  }
  const closing = (action: () => void) => () => {
    close()
    action()
  }
  const isApp = fileTaskKind(file.name) === 'installApp'
  if (isRenaming) {
    return (
      <Sheet isOpen={isOpen} title="改名" onClose={close}>
        <RenameForm file={file} onDone={close} />
      </Sheet>
    )
  }
  return (
    <Sheet isOpen={isOpen} title="文件操作" onClose={close}>
      <Box className={styles.subject}>
        <FileFace leading={<FileTile file={file} />} name={file.name} about={aboutFile(file, nowMs)} />
      </Box>
      <Box>
        {file.previewUrl !== '' && <Cell icon={image} title="查看大图" onTap={closing(onPreview)} />}
        <Cell
          icon={isApp ? pack : phone}
          title={isApp ? '安装到云手机' : '发送到云手机'}
          sub={isApp ? '选择一台或多台' : '放到「下载」文件夹，可选一台或多台'}
          onTap={closing(onSend)}
        />
        <Cell icon={download} title={isMiniProgram ? '保存到手机' : '下载'} onTap={closing(saving.run)} />
        <Cell icon={edit} title="改名" onTap={() => setRenaming(true)} />
        <Cell icon={trash} title="删除" sub="先放到回收站，保留 7 天" onTap={closing(onTrash)} />
      </Box>
    </Sheet>
  )
}
