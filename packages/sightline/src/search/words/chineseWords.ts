/** Words of interfaces in Chinese, with what an English question calls them: one meaning a line, as in the thesaurus. Ours. */
export const CHINESE_WORDS = `
preview, view, rendered, 预览, 預覽, 效果
help, instructions, guide, how to, 帮助, 使用帮助, 说明, 說明, 使用说明, 指南, 教程
about, version, info, 关于, 關於
clear, empty, wipe, 清空, 清除, 清除内容
undo, take back, 撤销, 撤消, 復原
redo, do again, 重做
bold, thick, 粗体, 加粗, 粗體
italic, slanted, 斜体, 斜體
strikethrough, cross out, 删除线, 刪除線
underline, 下划线, 底線
quote, citation, 引用
heading, title, headline, 标题, 標題
capital letters, uppercase, 大写, 大寫
small letters, lowercase, 小写, 小寫
numbered list, ordered list, 有序列表
bullet list, unordered list, 无序列表
horizontal line, divider, rule, 横线, 分割线, 分隔线
link, hyperlink, url, 链接, 超链接, 連結
anchor, bookmark, 锚点, 书签
image, picture, photo, 图片, 图像, 照片, 圖片
code, source, 代码, 源码, 代碼, 行内代码
code block, listing, 代码块
table, 表格
emoji, smileys, 表情, 表情符号
symbol, special character, 特殊字符, 符号, 实体字符
page break, 分页符
go to line, jump to line, 跳转到行
fullscreen, whole screen, 全屏, 全螢幕
search, find, look for, query, 搜索, 查找, 查询, 搜尋, 检索
replace, 替换
theme, appearance, skin, 主题, 皮肤, 主題
align, alignment, 对齐
center, 居中
font, typeface, 字体
color, colour, 颜色, 色彩, 顏色
size, 大小, 尺寸
font size, text size, 字号
button, 按钮, 按鈕
input, text field, field, 输入框, 输入, 文本框
text area, several lines, 文本域, 多行
radio, one of several, single choice, 单选, 单选框
checkbox, multiple choice, tick, 复选, 复选框, 多选, 勾选
switch, toggle, on off, 开关
slider, range, 滑块
picker, chooser, 选择器
select, choose, 选择
dropdown, 下拉, 下拉框, 下拉菜单
form, questionnaire, 表单
upload, send files, 上传, 上傳, 上传文件
download, 下载, 下載
dialog, popup, modal, window, 对话框, 弹窗, 弹框, 弹出
toast, hint, tip, message, 提示, 轻提示
notification, notice, announcement, 通知, 公告
loading, please wait, 加载, 加载中
more, load more, 更多, 加载更多
progress, percent, 进度, 进度条
menu, 菜单, 選單
navigation, nav bar, 导航, 导航栏, 导航条
tab, tabs, 标签页, 选项卡
tag, label, 标签
badge, count, 徽章, 徽标
icon, 图标, 圖標
panel, 面板
card, 卡片
grid, 网格, 宫格, 栅格
layout, arrangement, 布局
list, 列表, 清单
gallery, album, pictures, 画廊, 相册, 图库
carousel, slideshow, 轮播, 轮播图
article, text, post, 文章
news, 新闻, 资讯, 新聞
footer, bottom, 页脚, 底部
header, top, 页头, 顶部, 头部
sidebar, 侧边栏
steps, 步骤, 步骤条
timeline, 时间线, 时间轴
rating, stars, score, 评分, 得分, 分数
calendar, 日历
date, day, 日期
time, hour, 时间, 時間
start, begin, 开始, 启动
end, finish, stop, 结束, 停止
today, 今天, 今日
basic, simple, 基础, 基本
component, widget, 组件, 控件
feedback, reaction, 反馈, 意见反馈
layer, level, 层级, 层, 图层
result, outcome, 结果
success, done, 成功, 完成, 操作成功
failure, failed, error, 失败, 错误
warning, caution, 警告, 注意
captcha, code, verification code, 验证码
phone, mobile, cell, 手机, 手机号, 电话
password, 密码
user name, account, 用户名, 账号, 帐号
name, 姓名, 名称, 名字
gender, sex, male or female, 性别
age, 年龄
city, town, 城市
province, state, 省份, 省
country, 国家
address, 地址
email, mail, 邮箱, 邮件, 电子邮件
signature, motto, 签名
occupation, job, profession, 职业
points, credits, 积分
wealth, money, fortune, 财富
level, rank, 等级
agree, accept, 同意
agreement, terms, contract, 协议, 条款
privacy, 隐私
next, following, 下一步, 下一页, 下一个
previous, back, 上一步, 上一页, 上一个
first page, start, 首页, 第一页
last page, end, 尾页, 末页
per page, rows per page, 每页, 条/页
page, 页, 页码
submit, send, 提交, 发送
reset, start over, 重置, 重设
cancel, never mind, 取消
ok, confirm, sure, yes, 确定, 确认, 好的
no, 否
close, shut, 关闭, 關閉
open, 打开
return, go back, 返回
expand, unfold, open up, 展开
collapse, fold, 收起, 折叠
all, everything, 全部, 所有
select all, tick all, 全选
edit, change, modify, correct, 编辑, 修改, 編輯
delete, remove, throw away, 删除, 移除, 刪除
add, new, create, 添加, 新增, 新建, 创建, 增加
save, keep, store, 保存, 儲存
view, details, look at, 查看, 详情
refresh, reload, update, 刷新, 更新
export, 导出
import, 导入
print, paper, 打印, 列印
filter, narrow down, 筛选, 过滤
sort, order, 排序
ascending, smallest first, 升序
descending, largest first, 降序
column, 列
row, line, 行
cell, 单元格
fixed, pinned, 固定
total, sum, 合计, 总计, 总数, 共
number, how many, amount, 数量, 数目, 个数
selected, chosen, ticked, 选中, 已选
data, 数据
toolbar, tools, 工具栏, 工具
action, operation, what to do, 操作
operations sheet, action sheet, 操作菜单
category, kind, sort of, type, 分类, 类别, 类型
status, state, 状态
description, explanation, 描述, 介绍, 简介
remark, note, comment, 备注, 评论, 留言
content, text, 内容
settings, preferences, configuration, 设置, 配置, 設定
default, 默认
permission, rights, access, 权限
role, 角色
user, member, person, 用户, 会员, 成员
admin, manager, 管理员
management, manage, 管理
system, 系统
home, start page, 首页, 主页, 首頁
dashboard, overview, 仪表盘, 概览, 控制台
statistics, figures, 统计
chart, graph, 图表
report, 报表, 报告
order, purchase, 订单
product, goods, 商品, 产品
price, cost, 价格, 单价
cart, basket, 购物车
buy, purchase, 购买
pay, payment, 支付, 付款
log in, sign in, 登录, 登入, 登錄
log out, sign out, 退出, 登出, 注销
sign up, register, 注册, 註冊
language, tongue, 语言, 語言
chinese, 中文
english, 英文, 英语
message, 消息, 信息, 訊息
chat, talk, 聊天
friend, 好友, 朋友
contact, 联系, 联系我们, 联系人
share, pass on, 分享, 共享
favorite, like, 收藏, 喜欢, 点赞
follow, 关注
copy, duplicate, 复制, 拷贝
paste, 粘贴
cut, 剪切
move, 移动
drag, pull, 拖动, 拖拽
show, display, 显示
hide, invisible, 隐藏
enable, turn on, 启用, 开启
disable, turn off, greyed out, 禁用, 停用
click, press, 点击, 单击
double click, 双击
right click, context menu, 右键
mouse, pointer, 鼠标
keyboard, 键盘
window, 窗口
file, document, 文件, 文档
folder, directory, 文件夹, 目录
path, 路径
project, 项目
task, to do, 任务
example, demo, sample, 示例, 例子, 演示, 案例
documentation, docs, manual, 文档, 手册
function, 函数
method, call, 方法
event, triggered, happens, 事件
property, attribute, 属性
parameter, argument, 参数
return value, gives back, 返回值
get, fetch, obtain, 获取
test, try, 测试
check, verify, 检查, 校验, 验证
true or false, yes or no, 是否
text, words, 文字, 文本
number, digit, 数字
video, film, 视频
audio, sound, music, 音频, 音乐
map, 地图
location, place, 位置, 地点
dark, night, dark mode, 深色, 暗黑, 夜间
light, bright, 浅色
large, bigger, 大, 放大
smaller, 小, 缩小
left, 左
right, 右
up, above, 上, 向上
down, below, 下, 向下
back to top, 返回顶部, 回到顶部
support, donate, 支持, 捐赠
friendly links, other sites, 友情链接
community, forum, 社区, 论坛
version history, changes, what is new, 更新日志, 版本
`;
