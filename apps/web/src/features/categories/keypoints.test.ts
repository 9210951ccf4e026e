import { describe, expect, test } from 'vitest'

import { freeColours } from '#contract/category-colours'
import {
  connect,
  problemsOf,
  toFields,
  toKeypoints,
  withNewKeypoint,
  withoutKeypoint,
} from './keypoints.ts'

const arcade = {
  keypoint_labels: ['disc', 'fovea', 'superior', 'inferior'],
  keypoint_edges: [
    [1, 2],
    [1, 3],
    [1, 4],
  ] as [number, number][],
  keypoint_colors: ['#111111', '#222222', '#333333', '#444444'],
}

function named(...labels: string[]) {
  return toKeypoints({ keypoint_labels: labels, keypoint_edges: [], keypoint_colors: [] })
}

describe('keypoints of a category', () => {
  test('are unchanged if nothing is edited', () => {
    expect(toFields(toKeypoints(arcade))).toEqual(arcade)
  })

  test('are connected both ways by one edge', () => {
    const joined = connect(named('a', 'b', 'c'), 2, new Set([0]))
    expect(joined[0]?.connected).toEqual(new Set([2]))
    expect(toFields(joined).keypoint_edges).toEqual([[1, 3]])
  })

  test('lose an edge from either end', () => {
    const joined = connect(named('a', 'b'), 0, new Set([1]))
    expect(toFields(connect(joined, 1, new Set())).keypoint_edges).toEqual([])
  })

  test('are never connected to themselves', () => {
    expect(toFields(connect(named('a', 'b'), 0, new Set([0, 1]))).keypoint_edges).toEqual([[1, 2]])
  })

  test('keep the right edges when an earlier one is removed', () => {
    const left = toFields(withoutKeypoint(toKeypoints(arcade), 1))
    expect(left.keypoint_labels).toEqual(['disc', 'superior', 'inferior'])
    expect(left.keypoint_edges).toEqual([
      [1, 2],
      [1, 3],
    ])
  })

  test('get the default colours in order, starting again after the last', () => {
    let keypoints = named()
    for (let index = 0; index < 33; index += 1) keypoints = withNewKeypoint(keypoints)
    expect(keypoints.slice(0, 32).map((keypoint) => keypoint.color)).toEqual([...freeColours])
    expect(keypoints[32]?.color).toBe(freeColours[0])
  })

  test('are left out if they have no label', () => {
    expect(toFields(withNewKeypoint(named('a'))).keypoint_labels).toEqual(['a'])
  })
})

describe('problems of keypoints', () => {
  test('a duplicate label, ignoring spaces', () => {
    expect(problemsOf(named('a', 'b', ' a '))).toEqual(new Map([[2, 'duplicate']]))
  })

  test('a missing label matters only to a keypoint with edges', () => {
    const keypoints = withNewKeypoint(withNewKeypoint(named('a')))
    expect(problemsOf(keypoints).size).toBe(0)
    expect(problemsOf(connect(keypoints, 1, new Set([0])))).toEqual(new Map([[1, 'required']]))
  })
})
