/** What a form says below a field that its validator refuses. */
export const validationMessages = {
  mobile: '手机号格式不正确',
  password: '密码为 6–13 位字母和数字组合',
  idCard: '身份证号格式不正确',
  idCardCheckDigit: '身份证号有误，请核对',
  email: '邮箱格式不正确',
  url: '请输入以 http 开头的完整网址',
  amount: '金额最多两位小数',
  carPlate: '车牌号格式不正确',
  landline: '座机号格式不正确',
  verificationCode: '验证码为 6 位数字',
  fileList: '请等待文件上传完成',
  duplicateWorkType: '请勿重复添加',
} as const
