import { GoodsLevel } from '@yunji/contract/commerce/commodity/enums'
import { useState } from 'react'
import { LevelBadge } from '../../../shared/ui/badge/level-badge.tsx'
import { StateBadge } from '../../../shared/ui/badge/state-badge.tsx'
import { Tag } from '../../../shared/ui/badge/tag.tsx'
import { Button } from '../../../shared/ui/button/button.tsx'
import { Card, Inset } from '../../../shared/ui/card/card.tsx'
import { Cell } from '../../../shared/ui/card/cell.tsx'
import { FactRow } from '../../../shared/ui/card/fact-row.tsx'
import { SwipeRow } from '../../../shared/ui/card/swipe-row.tsx'
import { Switch } from '../../../shared/ui/choice/switch.tsx'
import { Box } from '../../../shared/ui/elements/elements'
import { wallet } from '../../../shared/ui/icon/account.ts'
import { video } from '../../../shared/ui/icon/files.ts'
import { IconTile } from '../../../shared/ui/icon/icon-tile.tsx'
import { bell, cloud, code, lock, ticket } from '../../../shared/ui/icon/icons.ts'
import { Price } from '../../../shared/ui/price/price.tsx'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'

const nothing = () => undefined

function Choices() {
  const [method, setMethod] = useState('alipay')
  return (
    <Card>
      {[
        ['alipay', '支付宝'],
        ['wechat', '微信支付'],
      ].map(([value = '', title = '']) => (
        <Cell
          key={value}
          leading={<IconTile of={wallet} />}
          title={title}
          isTitleLarge
          choice="radio"
          isChecked={method === value}
          onTap={() => setMethod(value)}
        />
      ))}
      <Cell
        leading={<IconTile of={wallet} tone="soon" />}
        title="云豆"
        isTitleLarge
        sub="可用 1,280 豆，需 2,490 豆"
        choice="radio"
        isChecked={false}
        isDisabled
      />
    </Card>
  )
}

function Content() {
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Specimen title="rows that lead on" isWide>
        <Card>
          <Cell icon={bell} title="消息设置" onTap={nothing} />
          <Cell icon={lock} title="账号与安全" value="建议设置密码" onTap={nothing} />
          <Cell
            icon={ticket}
            title="优惠券"
            value={
              <Row>
                <Tag tone="promo">已选 1 张</Tag>
              </Row>
            }
            onTap={nothing}
          />
        </Card>
      </Specimen>
      <Specimen title="two lines, tiles, long words" isWide>
        <Card>
          <Cell
            leading={<IconTile of={code} />}
            title="有激活码？"
            isTitleLarge
            sub="输入后设备立即进入当前分组"
            onTap={nothing}
          />
          <Cell
            leading={<IconTile of={cloud} tone="back" />}
            title={<Box>星海远征 06</Box>}
            isTitleLarge
            sub="游戏挂机组"
            value={<StateBadge tone="soon">剩 18 小时</StateBadge>}
            onTap={nothing}
          />
          <Cell
            leading={<IconTile of={video} tone="promo" />}
            title="录屏_副本通关_一个名字特别特别长的文件_20261114_2133.mp4"
            sub="126.35 MB · 3 天前"
            onTap={nothing}
          />
        </Card>
      </Specimen>
      <Specimen title="rows that only tell, and a switch" isWide>
        <Card>
          <Cell title="商品" value="旗舰云手机 · 30 天" />
          <Cell title="应付" value={<Price cents={2490} size={20} />} />
          <Cell title="到期自动续费" value={<Switch label="到期自动续费" isOn={isOn} onChange={setOn} />} />
        </Card>
      </Specimen>
      <Specimen title="rows to choose from, one of them not available" isWide>
        <Choices />
      </Specimen>
      <Specimen title="rows with actions behind their edge, for a finger" isWide>
        <Card>
          <SwipeRow
            actions={[
              { text: '标为已读', onTap: nothing },
              { text: '删除', isDanger: true, onTap: nothing },
            ]}
          >
            <Cell title="设备即将到期" sub="还剩 18 小时" onTap={nothing} />
          </SwipeRow>
        </Card>
      </Specimen>
      <Specimen title="facts" isWide>
        <Card isPadded>
          <FactRow name="区域">华东 · 上海</FactRow>
          <FactRow name="订单号">2026 1115 0941 0628</FactRow>
          <FactRow name="说明">先备份，再把数据带到新的云手机，旧的保留到新的能用为止</FactRow>
        </Card>
      </Specimen>
      <Specimen title="card with a title, a note and a block inside" isWide>
        <Card title="续费时长" note="最晚续至 2027-02-13" isPadded>
          <Inset>
            <Row>
              <LevelBadge level={GoodsLevel.flagship} />8 核 · 6 GB · 128 GB
            </Row>
          </Inset>
        </Card>
        <Card isPadded>
          <Button variant="tint" size="medium">
            扩容空间
          </Button>
        </Card>
      </Specimen>
    </>
  )
}

export const cellsSection: GallerySection = { id: 'cells', title: '单元格与卡片', Content }
