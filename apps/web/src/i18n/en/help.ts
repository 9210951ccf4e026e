export const help = {
  title: 'Help',
  all: 'Help for all pages',
  handbook: 'Handbook',
  account: 'Your account',
  accountText:
    'The administrator of this installation creates accounts and sets new passwords. Ask at your clinic or institute.',
  pages: 'Pages',
  keys: 'Keys on every page',
  keyList: {
    help: 'Open the help of the page',
    search: 'Find datasets, patients, pages and commands',
    close: 'Close a dialog or menu',
    move: 'Go to the next control',
    press: 'Press a button, open a link',
  },
  keyNames: { search: 'Ctrl+K', close: 'Esc', move: 'Tab', press: 'Enter' },
  topics: {
    datasets: {
      title: 'My Images',
      about: 'All datasets that you own or that were shared with you.',
      items: {
        open: 'Press a card to open the dataset as a table.',
        create: 'Create Dataset makes a new one. Its owner decides who may see it.',
        menu: 'The menu of a card shares, edits or deletes the dataset. A deleted one can be restored in Undo.',
        example: 'Example clinic loads photographs to try everything on, and removes them again.',
      },
    },
    dataset: {
      title: 'Dataset',
      about: 'The photographs of a dataset as pictures, with its exports, members and settings.',
      items: {
        upload:
          'Drop files, folders, ZIP archives or DICOM files on the page, or press Upload. Scan adds the files that are already in the folder of the dataset.',
        filter: 'The filters at the side narrow down the list, and can be combined.',
        exports: 'Exports keeps every file that was exported, for download.',
        releases: 'Releases are numbered snapshots for research, which never change.',
        members:
          'Members shows who may see the dataset. The owner invites members and names clinicians, who confirm results.',
        statistics: 'Statistics counts the work, and shows how far readers agree.',
        settings:
          'In Settings, the owner chooses categories and fields, enters the scale of cameras, and connects PACS, order system, FHIR server and other programs (webhooks).',
      },
    },
    table: {
      title: 'Table of a dataset',
      about: 'One row for each photograph, by patient and study.',
      items: {
        open: 'Press a row to open the photograph in the annotator.',
        sort: 'Press the heading of a column to sort by it.',
        filter: 'At first, only the studies of today are listed. Change the dates to see others.',
        analyse: 'Analyse all starts the analysis of all photographs that need it.',
        select:
          'Select several rows to analyse, categorise, export or delete them together. Group by visit shows the photographs of a visit together.',
        saved: 'Saved filters keeps filters and order under a name.',
        menu: 'The menu at the end of a row has report, downloads, patient data and transfers.',
      },
    },
    annotate: {
      title: 'Annotator',
      about:
        'Shows a photograph with its results, and takes your annotations. Each change is saved automatically.',
      items: {
        draw: 'Choose a category, create an annotation, and draw with a tool of the left panel.',
        results:
          'Choose a result on the right to see it over the photograph, to correct it or to turn it into annotations.',
        undo: 'Every change can be undone and redone, as long as the photograph is open.',
        comments:
          'Shift+C comments on the place under the pointer. The speech bubble beside the name shows all comments; @ and a username tell a colleague.',
        report:
          'Report for clinicians shows the measurements, and is where a clinician confirms them.',
      },
    },
    report: {
      title: 'Report',
      about: 'The findings of one photograph, with uncertainty and reference ranges.',
      items: {
        confirm:
          'A clinician of the dataset confirms or rejects the result by name. Earlier decisions are kept.',
        stale:
          'If the photograph, patient data or corrections have changed since the analysis, analyse the photograph again first.',
        pdf: 'PDF downloads the report in English or Korean.',
        patient:
          'For the patient opens one page in plain words. After confirmation, a clinician writes the next steps there.',
      },
    },
    course: {
      title: 'Course of a patient',
      about: 'The results of all visits of a patient in this dataset, for both eyes.',
      items: {
        charts: 'Each chart shows one measure over time, with its uncertainty.',
        changes:
          'A table says whether each change since the visit before is larger than the uncertainty of the measurement.',
        toRead: 'Still to be read lists the results that no clinician has reviewed.',
        pdf: 'PDF downloads the course in English or Korean.',
      },
    },
    categories: {
      title: 'Categories',
      about: 'The kinds of lesions and structures that can be annotated.',
      items: {
        create: 'Create makes a category with a name and a color, and with keypoints if needed.',
        use: 'A dataset offers the categories that are chosen in its settings.',
        change:
          'The creator and administrators can edit and delete a category. A deleted one can be restored in Undo.',
      },
    },
    undo: {
      title: 'Undo',
      about: 'Everything deleted that you may restore.',
      items: {
        restore: 'The arrow restores an item, with everything that belonged to it.',
        remove: 'The bin deletes an item for good. Its files are removed, too.',
      },
    },
    work: {
      title: 'My Work',
      about: 'The images that owners of datasets have assigned to you for reading.',
      items: {
        go: 'Continue opens the next case. Answer the fields, by keys with Shift+G, and press Submit: the next case opens.',
        lock: 'A submitted or referred case can no longer be changed. The owner can hand it back to you.',
        later:
          'Later leaves a case for the end. Refer… hands it to a senior reader, with a word of why.',
        blinded:
          'In a blinded assignment you see copies without patient, names, dates and results.',
      },
    },
    tasks: {
      title: 'Tasks',
      about: 'Work that the server does in the background, such as analyses, imports and exports.',
      items: {
        log: 'Press a task to read its log. The badges show only its errors or warnings.',
        stop: 'A running task can be cancelled, and a failed one tried again.',
      },
    },
    profile: {
      title: 'User settings',
      about: 'Your account, your password and your access tokens.',
      items: {
        password: 'A new password ends your sessions on all other devices.',
        factor: 'A second factor asks for a code of your phone after the password.',
        token:
          'An access token lets a program call Fovea in your name. Revoke it if it is no longer needed.',
        language: 'Language and colour scheme are in the menu with your name.',
      },
    },
    users: {
      title: 'Users',
      about: 'The accounts of this installation.',
      items: {
        create:
          'Create User makes an account. Its owner changes the password at the first sign-in.',
        password: 'Edit makes a link by which somebody who forgot the password chooses a new one.',
        renew: 'Renew sets the day on which an account expires.',
        remove: 'If an account is deleted, its datasets go to the administrator that you choose.',
        groups: 'User groups: a dataset can be shared with all members of a group at once.',
      },
    },
    sites: {
      title: 'Sites',
      about: 'Clinics that share this installation and do not meet.',
      items: {
        create: 'Create a site, then move or create its accounts on the page Users.',
        administer: 'An administrator of a site administers its accounts and data only.',
        delete: 'A site can be deleted once it has neither accounts nor datasets.',
      },
    },
    audit: {
      title: 'Audit trail',
      about: 'Who has seen or changed what, when and from where. Rows cannot be changed.',
      items: {
        filter: 'Filter by user, action, dataset and time.',
        export: 'The rows of the filter can be downloaded.',
        check: 'The seal shows whether rows were changed or removed outside of Fovea.',
      },
    },
    models: {
      title: 'Models',
      about: 'The networks of this installation, with origin, version and test result.',
      items: {
        add: 'Place a model in the folder for models, and press Check again.',
        use: 'The settings of a dataset choose which models analyse its photographs.',
      },
    },
    references: {
      title: 'Reference ranges',
      about: 'Reference ranges of your own population, which reports compare with.',
      items: {
        add: 'Enter mean and standard deviation by measure, sex and age, with their source.',
        use: 'Without an own range, a report uses the published one, if there is one.',
      },
    },
    patients: {
      title: 'Patients',
      about: 'Finds, exports and erases everything of one patient in all datasets.',
      items: {
        find: 'Enter the whole patient ID. Deleted images that can be restored are found too.',
        export: 'The archive has the files as received, annotations, measurements and messages.',
        erase: 'An erasure cannot be undone. Its record has no name and can be downloaded.',
      },
    },
    receiver: {
      title: 'DICOM',
      about: 'Receives photographs from cameras and from the PACS.',
      items: {
        station: 'Only registered stations may send. Each sends to one dataset.',
        refused: 'Refused objects are listed with the reason.',
        twins: 'Photographs that arrived twice are listed for a decision.',
      },
    },
    outbox: {
      title: 'Outbox',
      about: 'Messages to other systems that wait, or could not be delivered.',
      items: {
        retry: 'Once the cause is corrected, send a message again.',
        cause: 'Each message shows its attempts and its last error.',
      },
    },
    system: {
      title: 'System',
      about: 'State of server, storage, database and queue.',
      items: {
        health: 'Each part is tested when the page is opened or refreshed.',
        storage: 'Free storage before it runs out: uploads are refused when it is full.',
        backup: 'Backup names the command that saves database and files.',
      },
    },
    about: {
      title: 'About',
      about: 'Version, licences and the information about the medical device.',
      items: {
        report:
          'A vulnerability is reported to the address given there, if the operator has set one.',
      },
    },
    other: {
      title: 'Other pages',
      about: 'The navigation at the top leads to all pages.',
      items: {
        images: 'My Images leads to your datasets.',
        menu: 'The menu with your name has settings, Undo, language and colour scheme.',
      },
    },
  },
}
