/** About DICOMweb, the service for viewers and programs. */
export const dicomweb = {
  uidForm: 'A UID has up to 64 digits and dots.',
  framesForm: 'Frames are numbers from 1, joined by commas.',
  tagForm: 'A tag has eight hexadecimal digits in capitals.',
  unknownAttribute: '{{name}} is not an attribute that can be searched. Check its spelling.',
  notANumber: '{{name}} must be a number of 0 or more.',
  badValue: '{{name}} cannot be {{value}}, which is not a valid {{vr}} in DICOM.',
  viewportForm:
    'A viewport is width,height or width,height,left,top,width,height, in pixels; the sides are 1 to 8192.',
  outsideOfPicture:
    'The viewport is outside of the picture, which has {{width}} x {{height}} pixels.',
  thumbnailForm: 'The viewport of a thumbnail is width,height, in pixels.',
  windowForm: 'A window is centre,width,function; the function is linear, linear-exact or sigmoid.',
  notAcceptable: 'This is only available as {{types}}. Request one of them in the Accept header.',
  onlyAsStored: 'This object is only available in the transfer syntax in which it is stored.',
  notRendered: 'This object is not a photograph and cannot be rendered. Its file is available.',
  noFrame: 'This object has no frame {{frame}}.',
  noAttribute: 'This object has no attribute {{tag}} with bulk data.',
  otherStudy: 'The object belongs to another study than the one in the address.',
  damaged:
    'The file of the object was damaged or replaced after it was stored. Ask your administrator to restore it from a backup.',
} as const
