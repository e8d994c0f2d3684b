import { IconButton } from '../../../shared/ui/button/icon-button.tsx'
import { TextLink } from '../../../shared/ui/button/text-link.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { search } from '../../../shared/ui/icon/controls.ts'
import { forward } from '../../../shared/ui/icon/icons.ts'
import { TabHeader } from '../../../shared/ui/page/tab-header.tsx'
import { TitleBar } from '../../../shared/ui/page/title-bar.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Specimen } from '../specimen.tsx'

function Content() {
  return (
    <>
      <Specimen title="title" isWide>
        <Box>
          <TitleBar route="user/coupon" title="优惠券" />
        </Box>
      </Specimen>
      <Specimen title="title and an action in words" isWide>
        <Box>
          <TitleBar route="user/coupon" title="优惠券" action={<TextLink tone="ink">用券记录</TextLink>} />
        </Box>
      </Specimen>
      <Specimen title="the title of a tab, with an action" isWide>
        <Box>
          <TabHeader
            route="Home/create"
            action={
              <TextLink tone="ink" endIcon={forward}>
                大客户采购
              </TextLink>
            }
          />
        </Box>
      </Specimen>
      <Specimen title="on white, an action as an icon, a long title" isWide>
        <Box>
          <TitleBar
            route="user/messageList"
            title="一个特别特别长的活动标题需要省略"
            action={<IconButton of={search} label="搜索" onTap={() => undefined} />}
            isWhite
          />
        </Box>
      </Specimen>
    </>
  )
}

export const pagesSection: GallerySection = { id: 'pages', title: '页面与标题栏', Content }
