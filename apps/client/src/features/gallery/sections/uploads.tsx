import { FILE_LIST_MESSAGE } from '@yunji/contract/validation/input'
import { Uploader, useUploads } from '../../../shared/ui/uploader/uploader.tsx'
import { everyState, fullList, sampleUpload } from '../samples/sample-uploads.ts'
import type { GallerySection } from '../specimen.tsx'
import { Paper, Specimen } from '../specimen.tsx'

const nothing = () => undefined
const still = { add: () => 0, cancel: nothing, retry: nothing, remove: nothing }

function ToTry() {
  const uploads = useUploads(sampleUpload)
  const { items, isComplete } = uploads
  return (
    <Specimen title="to try">
      <Paper>
        <Uploader
          label="问题截图"
          items={items}
          uploads={uploads}
          hasCamera
          error={isComplete ? '' : FILE_LIST_MESSAGE}
        />
        {items.length > 0 && isComplete ? '全部上传完成' : '未完成'}
      </Paper>
    </Specimen>
  )
}

function Content() {
  return (
    <>
      <ToTry />
      <Specimen title="empty, any file">
        <Paper>
          <Uploader label="上传文件" kind="any" items={[]} uploads={still} />
        </Paper>
      </Specimen>
      <Specimen title="done, sending, waiting, failed, cancelled">
        <Paper>
          <Uploader label="附件" items={everyState} uploads={still} error={FILE_LIST_MESSAGE} />
        </Paper>
      </Specimen>
      <Specimen title="52 of 52: no room for more">
        <Paper>
          <Uploader label="相册" items={fullList} uploads={still} />
        </Paper>
      </Specimen>
    </>
  )
}

export const uploadsSection: GallerySection = { id: 'uploads', title: '上传', Content }
