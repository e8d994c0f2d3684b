interface WorkTypeOption {
  readonly worktypeId: number
  readonly name: string
}

interface IndustryOption {
  readonly industryId: number
  readonly name: string
  readonly worktypes: readonly WorkTypeOption[]
}

const industry = (industryId: number, name: string, worktypes: readonly string[]): IndustryOption => ({
  industryId,
  name,
  worktypes: worktypes.map((worktype, at) => ({ worktypeId: industryId * 100 + at + 1, name: worktype })),
})

/** What a profile may choose from. An id keeps its meaning: new entries go to the end of their list. */
export const industries: readonly IndustryOption[] = [
  industry(1, '游戏', ['手游托管', '游戏工作室', '游戏主播', '游戏发行']),
  industry(2, '电商', ['店铺运营', '直播带货', '客服', '选品测评']),
  industry(3, '新媒体', ['短视频运营', '图文运营', '矩阵账号', '投放推广']),
  industry(4, '软件', ['应用开发', '应用测试', '自动化', '技术支持']),
  industry(5, '企业办公', ['移动办公', '市场销售', '员工培训', '数据采集']),
  industry(6, '其他', ['学生', '自由职业', '个人使用']),
]

export const isKnownWorkType = (entry: { industryId: number; worktypeId: number }): boolean =>
  industries.some(
    ({ industryId, worktypes }) =>
      industryId === entry.industryId && worktypes.some(({ worktypeId }) => worktypeId === entry.worktypeId),
  )
