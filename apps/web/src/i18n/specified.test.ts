import { expect, test } from 'vitest'

import { catalogue } from '#contract/messages/catalogue'

import { en } from './en.ts'

type Texts = { readonly [key: string]: string | Texts }

/** The texts that the specification quotes; `{}` stands for any placeholder. */
const specified = [
  'Sorry! 404 Error',
  'Could not find the page you are looking for.',
  'You are not allowed to register new accounts',
  'Need help? Contact us',
  'Full Name (Optional)',
  'Hello, {}',
  'Minimum length of 5 characters.',
  'Are you sure you want to delete {}. This action cannot be undone.',
  'My Images',
  'Loading Datasets...',
  'Users shared with',
  'You need to create a category!',
  '{} objects have been made with this category.',
  'No annotations use this category',
  'Created by {}',
  'No keypoints.',
  'Nothing to undone!',
  'Tasks',
  '{} of {} tasks running',
  'At least 8 characters.',
  'At least one uppercase letter.',
  'At least one lowercase letter.',
  'At least one number.',
  'At least one special character.',
  'Invalid Date',
  'Dataset name is required',
  'Duplicate keypoint label',
  'Label is required',
  'Category successfully updated',
  'Password has been changed',
  'Failed to refresh session',
  'Your session will expire in 60 seconds. Please save your work.',
  'Session Expiring Soon',
  'No images found in directory. Please upload your images.',
  'Crunching numbers...',
  'Enter a valid image ID',
  'Value must be a number',
  'Sorry, you can not clone the same image',
  'Annotate url is invalid',
  'Are you sure you want to delete this image?',
  'Could not find requested image',
  'Redirecting to previous page.',
  'Copying Annotations',
  'Annotator',
  'Could not read data from URL',
  'Started',
  '{} out of {} images uploaded successfully',
]

function flat(tree: Texts): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)))
}

test('the English texts contain each specified text to the letter', () => {
  const shown = new Set(
    [...flat(en), ...flat(catalogue)].map((text) => text.replaceAll(/\{\{\w+\}\}/g, '{}')),
  )
  expect(specified.filter((text) => !shown.has(text))).toEqual([])
})
