const DONE_PERCENT = 100

export const FILE_LIST_MESSAGE = '请等待文件上传完成'

/** Whether every attachment has arrived. A list without any has nothing to wait for. */
export const isFileListComplete = (files: readonly { readonly progress: number }[]): boolean =>
  files.every((file) => file.progress === DONE_PERCENT)
