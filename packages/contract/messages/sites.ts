/** About clinics that share the installation. */
export const sites = {
  nameRequired: 'A site needs a name.',
  nameTaken: 'There is a site of this name.',
  notEmpty: '{{name}} still has accounts or datasets. Move or delete them first.',
} as const
