/** About the dataset of made-up patients that a newcomer loads. */
export const exampleClinic = {
  group: 'Example clinic',
  taskName: 'Loading the example clinic',
  loaded: 'You already have an example clinic.',
  notLoaded: 'You have no example clinic.',
  gone: 'The example clinic was removed before it was complete.',
  done: '{{photographs}} photographs of {{patients}} made-up patients were added. Their analysis follows.',
  isolated: 'The example clinic is never connected to other systems. Use a dataset of your own.',
} as const
