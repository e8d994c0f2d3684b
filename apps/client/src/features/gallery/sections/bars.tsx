import { Tools } from '../../../shared/ui/action-grid/tools.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { NoticeBar } from '../../../shared/ui/card/notice-bar.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { reboot, renew } from '../../../shared/ui/icon/device.ts'
import { upload } from '../../../shared/ui/icon/files.ts'
import { alert, bean } from '../../../shared/ui/icon/icons.ts'
import { BottomBar } from '../../../shared/ui/page/bottom-bar.tsx'
import { Price } from '../../../shared/ui/price/price.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Specimen } from '../specimen.tsx'
import styles from './bars.module.css'

const nothing = () => undefined

function Content() {
  return (
    <>
      <Specimen title="notice: with an action, without, happened already">
        <Box className={styles.list}>
          <NoticeBar text="2 台设备将在 24 小时内到期" action="去续费" onTap={nothing} />
          <NoticeBar icon={bean} text="云豆转包月，最高省 18%" action="去转换" onTap={nothing} />
          <NoticeBar text="到期后设备保留 2 小时，请及时续费，避免数据丢失" />
          <NoticeBar
            tone="dead"
            icon={alert}
            text="设备已到期，系统保留 2 小时，请及时续费"
            action="去续费"
            onTap={nothing}
          />
        </Box>
      </Specimen>
      <Specimen title="bottom bar: amount, what is saved, action" isWide>
        <BottomBar summary={<Price cents={2490} size={28} />} note="共省 ¥25.00" isSaving>
          <Button>提交订单</Button>
        </BottomBar>
      </Specimen>
      <Specimen title="bottom bar: a large amount" isWide>
        <BottomBar summary={<Price cents={12_865_000} size={28} />} note="到账 12,865,000 云豆">
          <Button>立即充值</Button>
        </BottomBar>
      </Specimen>
      <Specimen title="bottom bar: something chosen" isWide>
        <BottomBar summary="已选 3 台">
          <Button>移到「内容运营」</Button>
        </BottomBar>
      </Specimen>
      <Specimen title="tools: possible, and not now">
        <Tools
          label="常用操作"
          tools={[
            { icon: renew, label: '续费', onTap: nothing },
            { icon: reboot, label: '重启', isMuted: true, onTap: nothing },
            { icon: upload, label: '上传', onTap: nothing },
          ]}
        />
      </Specimen>
      <Specimen title="bottom bar: the action alone" isWide>
        <BottomBar>
          <Button icon={upload}>上传文件</Button>
        </BottomBar>
      </Specimen>
    </>
  )
}

export const barsSection: GallerySection = { id: 'bars', title: '通知栏与底栏', Content }
