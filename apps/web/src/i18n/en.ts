import { account, info, users } from './en/account.ts'
import { annotations } from './en/annotations.ts'
import { datasets, exports, images } from './en/datasets.ts'
import { common, problem, shell } from './en/shell.ts'
import { categories, tasks } from './en/work.ts'

export const en = {
  shell,
  common,
  problem,
  account,
  annotations,
  users,
  info,
  datasets,
  images,
  exports,
  categories,
  tasks,
}
