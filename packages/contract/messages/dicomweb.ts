/** About DICOMweb, the service for viewers and programs. */
export const dicomweb = {
  uidForm: 'A UID has up to 64 digits and dots.',
  framesForm: 'Frames are numbers from 1, joined by commas.',
  tagForm: 'A tag has eight hexadecimal digits in capitals.',
  unknownAttribute: '{{name}} is no attribute that can be searched by. Check its spelling.',
  notANumber: '{{name}} must be a number from 0.',
  badValue: '{{name}} cannot be {{value}}: that is no {{vr}} of DICOM.',
  viewportForm:
    'A viewport is width,height or width,height,left,top,width,height, in pixels; the sides are 1 to 8192.',
  outsideOfPicture:
    'The part of the viewport lies outside of the picture, which has {{width}} x {{height}} pixels.',
  thumbnailForm: 'The viewport of a thumbnail is width,height, in pixels.',
  windowForm: 'A window is centre,width,function; the function is linear, linear-exact or sigmoid.',
  notAcceptable: 'This can be answered only as {{types}}. Ask for that in the header Accept.',
  onlyAsStored: 'This object can be had only in the transfer syntax in which it is stored.',
  notRendered: 'This object is no photograph and is not rendered. Its file can be had.',
  noFrame: 'This object has no frame {{frame}}.',
  noAttribute: 'This object has no attribute {{tag}} with bytes of its own.',
  otherStudy: 'The object belongs to another study than the one in the address.',
  damaged:
    'The file of the object is not the one that was stored: it was damaged or replaced. Tell your administrator: it has to be restored from a backup.',
} as const
